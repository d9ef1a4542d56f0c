"""Formulas as MathML, made when the site is built: a page needs no script, no font and no network to show them."""

from typing import Any

from docutils import nodes
from latex2mathml.converter import convert


def inline(translator: Any, node: nodes.math) -> None:
    """Write a formula in a line of text."""
    translator.body.append(convert(node.astext()))
    raise nodes.SkipNode


def block(translator: Any, node: nodes.math_block) -> None:
    """Write a formula of its own, which may be scrolled where the screen is narrow."""
    # latex2mathml knows align*, and not aligned, its form inside of a formula.
    formula = node.astext().replace("{aligned}", "{align*}")
    translator.body.append(f'<div class="formula">{convert(formula, display="block")}</div>')
    raise nodes.SkipNode


def setup(app: Any) -> dict[str, bool]:
    """Offer Sphinx the renderer ``mathml``."""
    app.add_html_math_renderer("mathml", inline_renderers=(inline, None), block_renderers=(block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
