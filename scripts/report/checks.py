"""Checks of a report in a browser."""

import csv
import io
import os
import random
from pathlib import Path

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

import counterfactuals
from models import Binary, Case
from page import Page, equal, expect

MOST_BYTES = 5_000_000
# Every night on a quiet machine. One that is busy with other things is slower: there times are only
# told.
NIGHTLY = os.environ.get("RULEGEN_TIMES") == "1"
MOST_MILLISECONDS = 100 if NIGHTLY else float("inf")
# The rows that are picked to be changed by hand, and those whose offered changes are all tried.
# Typing takes a browser a third of a second a cell.
CHANGED_ROWS, TURNED_ROWS = (12, 8) if NIGHTLY else (4, 3)


class Checks:
    """Checks of one report. Every method is one."""

    def __init__(self, page: Page, path: Path, case: Case, binary: Binary):
        self.page, self.path, self.case, self.binary = page, path, case, binary
        self.columns = page.js("return rulegen.data.columns.map(c => c.name)")

    def answer(self) -> str:
        return self.page.find("#prediction").get_attribute("data-answer")

    def shown_values(self) -> list[str]:
        """The cells that the form shows, as text."""
        return self.page.js("""
            return rulegen.data.columns.map((column, at) => {
                const control = document.getElementById(`value-${at}`);
                if (control.tagName === "INPUT") return control.value;
                if (control.value === "missing") return "";
                return control.value === "other" ? "\\u0001 nobody has seen this" : column.values[Number(control.value)];
            });""")

    def predict_shown(self) -> str:
        return self.binary.predict(self.case, self.columns, [self.shown_values()])[0]

    def opens_without_a_message_and_without_the_network(self):
        equal(self.page.console(), [], "console")
        requests = self.page.js("return performance.getEntriesByType('resource').map(e => e.name)")
        equal([name for name in requests if not name.startswith("data:")], [], "requests")
        expect(self.path.stat().st_size < MOST_BYTES, f"{self.path.stat().st_size} bytes")
        equal(self.page.js("return window.hacked"), None, "script of a name")

    def fits_its_width(self):
        for width in (1280, 400):
            self.page.width(width)
            wide = self.page.js("return document.documentElement.scrollWidth")
            expect(wide <= width, f"{wide} pixels at a width of {width}")
        self.page.width(1280)

    def has_its_names_and_labels(self):
        unnamed = self.page.js("""
            const named = e => e.labels?.length || e.textContent.trim() || e.getAttribute("aria-label");
            return [...document.querySelectorAll("button, input, select")].filter(e => !named(e)).map(e => e.outerHTML);""")
        equal(unnamed, [], "controls without a name")
        equal(self.page.js("return [...document.querySelectorAll('table')].filter(t => !t.caption).length"), 0, "captions")
        missing = self.page.js("return [...document.querySelectorAll('.plot svg')].filter(s => !s.querySelector('title, desc') || !s.getAttribute('aria-label')).length")
        equal(missing, 0, "plots without words")
        equal(self.page.js("return [...document.querySelectorAll('th')].filter(t => !t.scope).length"), 0, "headings without scope")
        ids = self.page.js("return [...document.querySelectorAll('[id]')].map(e => e.id)")
        equal(len(ids), len(set(ids)), "different ids")

    def predicts_every_row_as_the_binary_does(self):
        answers = [row[0] for row in csv.reader(
            io.StringIO(self.binary.run("predict", f"{self.case.name}.json", self.case.data), newline=""))][1:]
        rows = self.page.js("return [...rulegen.rows]")
        found = self.page.js("return [...rulegen.rows.keys()].map(rulegen.predictSample)")
        expect(len(rows) > 0 and len(rows) <= 10_000, f"{len(rows)} rows")
        equal(found, [answers[row] for row in rows], "predictions")

    def gives_the_probabilities_that_the_binary_gives(self):
        """Log-odds become probabilities, up to the rounding of exponentials; the picked row shows
        its own.
        """
        if not self.page.js("return rulegen.data.probabilities"):
            equal(self.page.js("return document.body.innerText.includes('log-odds')"), False, "log-odds of votes")
            return
        answers = self.binary.run("predict", f"{self.case.name}.json", self.case.data, "--probabilities")
        wanted = [[float(cell) for cell in row[1:]] for row in list(csv.reader(io.StringIO(answers, newline="")))[1:]]
        rows = self.page.js("return [...rulegen.rows]")
        found = self.page.js("return [...rulegen.rows.keys()].map(rulegen.probabilitiesOfSample)")
        furthest = max(abs(a - b) for at, row in enumerate(rows) for a, b in zip(found[at], wanted[row], strict=True))
        expect(furthest < 1e-12, f"probabilities are {furthest} apart")
        number = self.page.find("#row-number")
        number.clear()
        number.send_keys(str(rows[-1]), Keys.ENTER)
        shown = self.page.js("return document.querySelector('#votes .vote.odds .num').textContent")
        largest = max(wanted[rows[-1]])
        expect(shown.startswith((f"{100 * largest:.1f}%", ">99.9%")), f"{shown} for {largest}")
        expect(self.page.find("#base").is_displayed(), "no word on what stands before any rule")

    def predicts_made_up_rows_as_the_binary_does(self):
        draw = random.Random(3)
        columns = self.page.js("""
            return rulegen.model.columns.map((c, at) =>
                ({kind: c.kind, values: c.values, cuts: c.cuts ?? [], dates: !!rulegen.data.columns[at].dates}))""")

        def value(column):
            if draw.random() < 0.15:
                return None
            if column["kind"] == "categorical":
                return "never seen" if draw.random() < 0.1 else draw.choice(column["values"] or ["x"])
            around = [*column["cuts"], *column["values"][:50]] or [0.0]
            # Dates are whole days.
            return draw.choice(around) + draw.choice([0, 1, -1] if column["dates"] else [0, 0, 1e-9, -1e-9, 1, -1])

        rows = [[value(column) for column in columns] for _ in range(800)]
        # Blank text is a missing cell, and spaces around it are not part of it.
        rows = [[(v.strip(" \t") or None) if isinstance(v, str) else v for v in row] for row in rows]
        found = self.page.js(
            "const m = rulegen.model; return arguments[0].map(r => rulegen.data.classes[m.predict(m.cells(r)).answer])", rows)
        text = lambda v, column: counterfactuals.text(float(v) if isinstance(v, int) else v, column["dates"])
        texts = [[text(v, column) for v, column in zip(row, columns)] for row in rows]
        equal(found, self.binary.predict(self.case, self.columns, texts), "predictions")

    def sorts_the_table(self):
        """Boolean rules have a table of rules; others have a scorecard."""
        if not self.page.all("#rule-table"):
            return
        heads = self.page.all("#rule-table thead th")
        for at, head in enumerate(heads):
            if at == 1:
                continue
            for _ in range(2):
                head.find_element(By.TAG_NAME, "button").send_keys(Keys.ENTER)
                order = head.get_attribute("aria-sort")
                values = self.page.js(
                    "return [...document.querySelectorAll('#rule-table tbody tr')].map(r => Number(r.cells[arguments[0]].dataset.value))", at)
                equal(values, sorted(values, reverse=order == "descending"), f"column {at} {order}")
            equal(len(self.page.all("#rule-table thead th[aria-sort]")), 1, "sorted columns")
        heads[0].find_element(By.TAG_NAME, "button").click()

    def filters_the_card(self):
        if not self.page.all("#card-filter"):
            return
        count = "return [...document.querySelectorAll('#card tr')].filter(r => !r.hidden && r.querySelector('.condition')).length"
        texts = self.page.js("return [...document.querySelectorAll('#card .words')].filter(w => w.querySelector('.condition')).map(w => w.textContent.toLowerCase())")
        word = texts[0].split()[0]
        box = self.page.find("#card-filter")
        box.send_keys(word)
        equal(self.page.js(count), sum(word in text for text in texts), f"lines with {word}")
        box.send_keys("zzz no rule says this")
        equal(self.page.js(count), 0, "lines with nonsense")
        box.clear()
        box.send_keys(" ")
        equal(self.page.js(count), len(texts), "all lines")

    def measures_changes_by_hand(self):
        """Leaves the first rule out and halves the points of the second, and compares with the
        quality that the binary measures of such a model.
        """
        if not self.page.all("#by-hand") or len(self.page.all("#by-hand-rules tbody tr")) < 2:
            return
        shown = lambda which: [cell.text for cell in self.page.all(f"[id^={which}-]") if cell.text]
        equal(shown("before"), self.binary.quality(self.case), "quality before")
        equal(shown("after"), shown("before"), "quality without a change")
        field = self.page.find("#points-1")
        halved = round(float(field.get_attribute("value")) / 2, 3)
        self.page.find("#keep-0").click()
        field.clear()
        field.send_keys(str(halved))

        def change(model: dict):
            model["rules"][1]["weight"] = abs(halved)
            del model["rules"][0]

        equal(shown("after"), self.binary.quality(self.case, change), "quality after")
        command = self.page.find("#by-hand-command").text
        expect(" --drop 1,2 --add " in command and f"then {halved:+}" in command, command)
        if self.page.all("#fitted-accuracy"):
            equal(shown("fitted"), self.binary.edited_quality(self.case, command), "quality of the others fitted again")
            change_in_score = [float(self.page.find(f"#score-{which}").text) for which in ("before", "fitted", "after")]
            equal(sorted(change_in_score), change_in_score, "scores, the least first")
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(Keys.DELETE)
        equal(field.get_attribute("aria-invalid"), "true", "mark of an empty field")
        self.page.find("#by-hand-undo").click()
        equal(shown("after"), shown("before"), "quality after undo")
        equal(self.page.find("#by-hand-command").text, "", "command after undo")

    def filters_the_table(self):
        if not self.page.all("#rule-table"):
            return self.filters_the_card()
        count = "return [...document.querySelectorAll('#rule-table tbody tr')].filter(r => !r.hidden).length"
        texts = self.page.js("return [...document.querySelectorAll('#rule-table tbody tr')].map(r => r.cells[1].textContent.toLowerCase())")
        word = self.page.js("return rulegen.data.rules[0].words[0].toLowerCase()").split()[0]
        box = self.page.find("#rule-filter")
        box.send_keys(word)
        fitting = sum(word in text for text in texts)
        equal(self.page.js(count), min(50, fitting), f"rules with {word}")
        box.send_keys("zzz no rule says this")
        equal(self.page.js(count), 0, "rules with nonsense")
        box.clear()
        box.send_keys(" ")
        if fitting and len(texts) > 50:
            self.page.find("#rule-more button").click()
        equal(self.page.js(count), len(texts), "rules without a filter")
        column = Select(self.page.find("#rule-column"))
        column.select_by_index(1)
        using = self.page.js("return rulegen.data.rules.filter(r => r.if.some(l => l[0] === 0)).length")
        equal(self.page.js(count), min(50, using), "rules with the first column")
        column.select_by_index(0)

    def picks_a_row_and_changes_values(self):
        page, draw = self.page, random.Random(4)
        rows = page.js("return [...rulegen.rows]")
        for row in [rows[0], rows[-1], draw.choice(rows)]:
            number = page.find("#row-number")
            number.clear()
            number.send_keys(str(row), Keys.ENTER)
            equal(self.answer(), self.predict_shown(), f"row {row}")
        # Changed one by one until the answer turns, at every step what the binary says.
        turned, changes = False, 0
        # A model that few cells sway has many of them changed.
        tries = ((row, cells) for cells in (4, 20) for row in draw.sample(rows, min(CHANGED_ROWS, len(rows))))
        for row, cells in tries:
            if turned and cells > 4:
                break
            number = page.find("#row-number")
            number.clear()
            number.send_keys(str(row), Keys.ENTER)
            before = self.answer()
            for at in draw.sample(range(len(self.columns)), min(cells, len(self.columns))):
                control = page.find(f"#value-{at}")
                if control.tag_name == "select":
                    choices = Select(control)
                    choices.select_by_index(draw.randrange(len(choices.options)))
                else:
                    values, dates = page.js("const c = rulegen.data.columns[arguments[0]]; return [c.values, !!c.dates]", at)
                    control.clear()
                    control.send_keys(counterfactuals.text(draw.choice([*values[:1], *values[-1:], None]), dates) + " ")
                equal(self.answer(), self.predict_shown(), f"row {row} with another {self.columns[at]}")
                changes += 1
                turned |= self.answer() != before
        expect(turned, f"no answer turned in {changes} changes")
        page.find("#row-reset").send_keys(Keys.ENTER)
        equal(page.all(".field.changed"), [], "changes after they are undone")

    def reads(self, column: int, refused: list[str], taken: list[str]):
        """Types texts into a field, which takes some and marks the others."""
        control = self.page.find(f"#value-{column}")
        for text in refused + taken:
            control.clear()
            control.send_keys(text)
            equal(control.get_attribute("aria-invalid"), "true" if text in refused else None, text)
            equal(self.answer(), None if text in refused else self.predict_shown(), f"prediction with {text}")
        self.page.find("#row-reset").send_keys(Keys.ENTER)

    def reads_dates_as_rules_write_them(self):
        at = self.page.js("return rulegen.data.columns.findIndex(c => c.dates)")
        if at < 0:
            return
        refused = ["2024-02-30", "05.03.2024", "2024-3-5", "19000", "0000-01-01", "soon"]
        self.reads(at, refused, ["2024-02-29", " 0001-01-01", "9999-12-31", "NA"])

    def says_what_cannot_be_read(self):
        page = self.page
        numeric = page.js("return rulegen.data.columns.findIndex(c => c.kind === 'numeric' && !c.dates)")
        if numeric < 0:
            return
        self.reads(numeric, ["abc", "1e999", "0x10", "Infinity"], ["NA", "?", " nan ", "-1.5e2"])
        page.find("#row-number").clear()
        page.find("#row-number").send_keys("99999999", Keys.ENTER)
        expect(page.find("#row-message").is_displayed(), "no message on a row that is not there")

    def counterfactuals(self) -> dict:
        return self.page.browser.execute_async_script("rulegen.counterfactuals().then(arguments[0])")

    def turns_what_it_says_it_turns(self):
        """The button of a change leads to the answer that the change promises."""
        page, tried = self.page, 0
        for row in page.js("return [...rulegen.rows].slice(0, arguments[0])", TURNED_ROWS):
            page.find("#row-number").clear()
            page.find("#row-number").send_keys(str(row), Keys.ENTER)
            result = self.counterfactuals()
            for at, change in enumerate(result["changes"]):
                wanted = page.js("return rulegen.data.classes[arguments[0]]", change["answer"])
                page.js("document.querySelectorAll('#counterfactuals button')[arguments[0]].click()", at)
                equal(self.answer(), wanted, f"row {row}, change {at}")
                equal(self.predict_shown(), wanted, f"row {row}, change {at}, by the binary")
                equal(len(page.all(".field.changed")), result["size"], f"row {row}, change {at}: columns")
                tried += 1
                page.find("#row-reset").send_keys(Keys.ENTER)
                self.counterfactuals()
        expect(tried > 0, "no change was offered")
        # A column that cannot change is in no change.
        result = self.counterfactuals()
        if result["changes"]:
            column = result["changes"][0]["columns"][0]
            page.js("document.getElementById(`fix-${arguments[0]}`).click()", column)
            expect(all(column not in change["columns"] for change in self.counterfactuals()["changes"]), "a fixed column changed")
            page.js("document.getElementById(`fix-${arguments[0]}`).click()", column)

    def finds_the_smallest_changes(self):
        """As many columns, and as few steps, as asking the binary about every combination of cells.
        """
        if self.case.name in ("large", "adult", "heart"):
            return
        draw = random.Random(5)
        count = self.page.js("return rulegen.rows.length")
        for at in draw.sample(range(count), 6):
            row, found = self.page.browser.execute_async_script("""
                const [at, done] = arguments, {data, model} = rulegen, number = rulegen.rows[at];
                const box = document.getElementById("row-number");
                box.value = number;
                box.dispatchEvent(new Event("change"));
                rulegen.counterfactuals().then(result => done([rulegen.values(), result]));""", at)
            row = [float(v) if isinstance(v, int) else v for v in row]
            size, steps = counterfactuals.smallest(self.binary, self.case, self.columns, row)
            expect(found["complete"], "the search was not finished")
            if not steps:
                equal(found["changes"], [], f"sample {at}")
                continue
            equal(found["size"], size, f"sample {at}: columns")
            equal([change["steps"] for change in found["changes"]], steps[:5], f"sample {at}: steps")
            equal(len(found["changes"]) + found["more"], len(steps), f"sample {at}: ways")
            corners = self.page.js("""
                const {model, values} = rulegen, now = model.cells(values());
                return arguments[0].map(({columns, box, answer}) => {
                    const all = box.reduce((rows, cells, i) => rows.flatMap(row => cells.map(cell => {
                        const next = [...row]; next[columns[i]] = cell; return next; })), [now]);
                    return all.every(cells => model.predict(cells).answer === answer);
                });""", found["changes"])
            expect(all(corners), f"sample {at}: a widened change does not turn everywhere")

    def says_when_a_search_is_stopped(self):
        """With less work than it takes, a search claims nothing that it has not looked at."""
        wrong = self.page.js("""
            const {model, values} = rulegen, cells = model.cells(values());
            const search = work => {
                const steps = new CounterfactualSearch(model, cells, new Set(), work).run();
                for (;;) { const {done, value} = steps.next(); if (done) return value; }
            };
            const whole = search(Infinity), wrong = [];
            for (const work of [0, 10, 100, 1000, 10000]) {
                const part = search(work);
                const claims = part.complete ? part.size === whole.size : part.changes.length > 0 ? part.size === whole.size
                    : part.size < whole.size || whole.changes.length === 0;
                if (!claims) wrong.push([work, part, whole]);
            }
            if (search(0).complete) wrong.push("no work is no search");
            return wrong;""")
        equal(wrong, [], "claims")

    def is_quick(self):
        times = self.page.js("""
            const time = act => {
                const times = [];
                for (let i = 0; i < 5; i++) {
                    const start = performance.now();
                    act(i);
                    document.body.offsetHeight;
                    times.push(performance.now() - start);
                }
                return times.sort((a, b) => a - b)[2];
            };
            const fire = (id, value, name = "input") => {
                const control = document.getElementById(id);
                if (!control) return;
                control.value = value;
                control.dispatchEvent(new Event(name));
            };
            const rows = rulegen.rows;
            return {
                sort: time(i => document.querySelectorAll("#rule-table th button")[3 + i % 2]?.click()),
                filter: time(i => fire(document.getElementById("card") ? "card-filter" : "rule-filter", "0123456"[i])),
                row: time(i => fire("row-number", rows[i * 7 % rows.length], "change")),
                value: time(i => {
                    const control = document.getElementById("value-0");
                    const picked = control.tagName === "SELECT";
                    fire("value-0", picked ? String(i % 2) : String(20 + i), picked ? "change" : "input");
                }),
                wrong: time(i => fire("row-filter", i % 2 ? "all" : "wrong", "change")),
            };""")
        slow = {name: round(time, 1) for name, time in times.items() if time >= MOST_MILLISECONDS}
        equal(slow, {}, f"slower than {MOST_MILLISECONDS} ms")
        self.note = ", ".join(f"{name} {time:.0f} ms" for name, time in times.items())
        self.page.find("#row-reset").send_keys(Keys.ENTER)

    def is_never_busy_for_long(self):
        """The search for changes lets the page answer in between."""
        longest, milliseconds, stopped = self.page.browser.execute_async_script("""
            const done = arguments[0];
            const one = () => new Promise(resolve => {
                const start = performance.now();
                let [last, longest, over] = [start, 0, false];
                const beat = () => {
                    const now = performance.now();
                    longest = Math.max(longest, now - last);
                    last = now;
                    if (!over) setTimeout(beat, 0);
                };
                beat();
                document.getElementById("row-after").click();
                rulegen.counterfactuals().then(result => {
                    over = true;
                    beat();
                    resolve([longest, performance.now() - start, result.complete ? 0 : 1]);
                });
            });
            (async () => {
                const all = [];
                for (let i = 0; i < 12; i++) all.push(await one());
                // The machine may be busy with other things: one row in four may be late.
                const longest = all.map(row => row[0]).sort((a, b) => a - b)[8];
                done([longest, Math.max(...all.map(row => row[1])), all.reduce((n, row) => n + row[2], 0)]);
            })();""")
        self.note = f"at most {milliseconds:.0f} ms in all, {longest:.0f} ms at a stretch; {stopped} of 12 stopped"
        expect(longest < MOST_MILLISECONDS, self.note)

    def is_light_and_dark(self):
        page = self.page
        colour = "return getComputedStyle(document.body).backgroundColor"
        page.width(1280, dark=False)
        light = page.js(colour)
        page.width(1280, dark=True)
        dark = page.js(colour)
        expect(light != dark, "the system's choice changes nothing")
        Select(page.find("#theme")).select_by_value("light")
        equal(page.js(colour), light, "light by hand")
        Select(page.find("#theme")).select_by_value("auto")
        page.width(1280)

    def ends_without_a_message(self):
        equal(self.page.console(), [], "console")

    ALL = [opens_without_a_message_and_without_the_network, fits_its_width, has_its_names_and_labels,
           predicts_every_row_as_the_binary_does,
           gives_the_probabilities_that_the_binary_gives, predicts_made_up_rows_as_the_binary_does, sorts_the_table,
           filters_the_table, measures_changes_by_hand, picks_a_row_and_changes_values, says_what_cannot_be_read,
           turns_what_it_says_it_turns,
           finds_the_smallest_changes,
           says_when_a_search_is_stopped, is_quick, is_never_busy_for_long, is_light_and_dark, ends_without_a_message]
