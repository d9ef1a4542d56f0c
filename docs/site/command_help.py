"""The directive ``command-help``: what ``rulegen COMMAND --help`` prints, a section for each command."""

import re
import subprocess
from typing import Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective


def help_of(*command: str) -> str:
    """What the program on the path prints."""
    return subprocess.run(["rulegen", *command, "--help"], check=True, capture_output=True, text=True).stdout


class CommandHelp(SphinxDirective):
    """Has no arguments: the program names its commands."""

    def run(self) -> list[nodes.Node]:
        """Make the sections."""
        listed = help_of().partition("Commands:\n")[2].partition("\n\n")[0]
        commands = re.findall(r"^  (\w+)", listed, re.MULTILINE)
        sections: list[nodes.Node] = []
        for command in commands:
            if command == "help":
                continue
            name = f"rulegen {command}"
            section = nodes.section("", nodes.title(name, name), ids=[nodes.make_id(name)], names=[name])
            text = help_of(command)
            section += nodes.literal_block(text, text, language="text")
            self.state.document.note_implicit_target(section)
            sections.append(section)
        return sections


def setup(app: Any) -> dict[str, bool]:
    """Offer Sphinx the directive."""
    app.add_directive("command-help", CommandHelp)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
