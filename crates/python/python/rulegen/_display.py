"""A fitted estimator in a notebook."""

from __future__ import annotations

from html import escape
from typing import Any

_STYLE = """<style>.rulegen td, .rulegen th {text-align: right; padding: 0.15em 0.6em}
.rulegen td:nth-child(2), .rulegen th:nth-child(2) {text-align: left}</style>"""

#: The most rules shown.
MOST_RULES = 50


def html(estimator: Any) -> str:
    """The rules as a table, how they lead to an answer, and what is known about them."""
    rules, model = estimator._rules(), estimator._model
    known = model.rules()
    signed, votes = model.towards is not None, model.form == "votes"
    lines = []
    shown = zip(*(rules[name][:MOST_RULES] for name in ("conditions", "class", "coverage", "precision")), strict=True)
    for number, (conditions, label, coverage, precision) in enumerate(shown, 1):
        share = 1 - precision if signed and known[number - 1]["class"] != model.towards else precision
        before = [model.points_text(known[number - 1]["points"])] if votes else []
        of_them = f"{share:.1%}" if coverage else ""
        cells = [number, conditions, *([] if signed else [label]), *before, f"{coverage:g}", of_them]
        lines.append("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in cells) + "</tr>")
    if len(known) > MOST_RULES:
        lines.append(f"<tr><td></td><td>... and {len(known) - MOST_RULES} more</td></tr>")
    share = f"of them {model.classes[model.towards]}" if signed else "of them"
    heads = ["", "rule", *([] if signed else ["class"]), *(["points"] if votes else []), "rows", share]
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    name, how = escape(type(estimator).__name__), escape(" ".join(model.how))
    if votes and any(model.start):
        classes = [""] if signed else [f" for {label}" for label in model.classes]
        starts = zip(model.start, classes, strict=True)
        start = ", ".join(f"{model.points_text(points)}{of}" for points, of in starts if points)
        how += escape(f" The start is {start}.")
    return (
        f'{_STYLE}<div class="rulegen"><p><b>{name}</b>. {how}</p>'
        f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
        f"<p>{escape(str(estimator.certificate_))}</p></div>"
    )
