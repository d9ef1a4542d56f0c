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
    rules, model = estimator.rules_, estimator._model
    lines = []
    for number, rule in enumerate(rules.head(MOST_RULES).itertuples(index=False), 1):
        conditions, label, weight, coverage, precision, _ = rule
        cells = [number, conditions, label, f"{weight:.3f}", f"{coverage:g}", f"{precision:.1%}"]
        lines.append("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in cells) + "</tr>")
    if len(rules) > MOST_RULES:
        lines.append(f"<tr><td></td><td>... and {len(rules) - MOST_RULES} more</td></tr>")
    heads = ["", "rule", "class", "weight", "coverage", "precision"]
    head = "".join(f"<th>{name}</th>" for name in heads)
    name, fallback = escape(type(estimator).__name__), escape(str(estimator.fallback_))
    how = {
        "any-rule": f"one rule that holds is enough; otherwise {fallback}",
        "all-clauses": f"{fallback} if all of these hold",
        "votes": f"the class with most weight wins; where no rule holds, {fallback}",
    }[model.form]
    if model.has_probabilities:
        before = zip(model.classes, model.intercepts, strict=True)
        base = ", ".join(f"{votes:.3f} for {escape(str(label))}" for label, votes in before if votes)
        how = "each rule adds its weight to the log-odds of its class" + (f"; before any rule: {base}" if base else "")
    return (
        f'{_STYLE}<div class="rulegen"><p><b>{name}</b> for {escape(model.target)}: {how}</p>'
        f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
        f"<p>{escape(str(estimator.certificate_))}</p></div>"
    )
