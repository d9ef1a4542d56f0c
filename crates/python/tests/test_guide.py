"""The guide's examples, each in a process of its own, print what the guide shows."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

GUIDE = (Path(__file__).resolve().parents[1] / "GUIDE.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", GUIDE, re.DOTALL)


def test_every_example_shows_what_it_prints():
    assert len(EXAMPLES) == GUIDE.count("```python") >= 5


@pytest.mark.parametrize(("program", "shown"), EXAMPLES, ids=range(len(EXAMPLES)))
def test_example(program, shown, tmp_path):
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == shown
