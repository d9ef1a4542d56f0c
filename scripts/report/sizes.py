"""The slider of sizes, in the page of `rulegen front` and in the report.

    sizes.py BINARY [--screenshots FOLDER] [--only NAME]
"""

import argparse
import json
import sys
import tempfile
import traceback
from pathlib import Path

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from models import FIXTURES, Binary, hostile
from page import Page, equal, expect

HOSTILE = "</title><script>window.hacked=1</script>"
"""The target of `hostile`."""


class Checks:
    """Checks of a page with a front. Every method is one."""

    def __init__(self, page: Page, path: Path, rows: list[dict]):
        self.page, self.path, self.rows = page, path, rows
        self.chosen = next(at for at, row in enumerate(rows) if row["chosen"])
        self.models = page.all(".size")
        self.slider = page.find("#size")

    def shown(self) -> list[int]:
        return [at for at, model in enumerate(self.models) if model.is_displayed()]

    def says_the_rules_of(self, at: int):
        row = self.rows[at]
        equal(self.shown(), [at], "the sizes shown")
        equal(self.page.find("#size-rules").text, str(row["rules"]), "the number beside the slider")
        told = self.slider.get_attribute("aria-valuetext")
        expect(told.startswith(f"{row['rules']} rule"), f"the slider says {told!r}")
        equal(told, self.models[at].find_element(By.TAG_NAME, "h3").text, "what the slider says")
        lines = self.models[at].find_elements(By.TAG_NAME, "li")
        equal(len(lines), row["rules"], "rules")
        signs = set()
        for line, rule in zip(lines, row["model"]["rules"]):
            words, note = line.text.split("\n")
            points, conditions = words.split(" if ", 1)
            expect(abs(abs(float(points)) - rule["weight"]) < 6e-4 and conditions, words)
            expect(f"covers {rule['covered']:.0f} row" in note, note)
            signs.add((rule["then"], points[0]))
        # Rules of one class have one sign.
        equal(len(signs), len({of_class for of_class, _ in signs}), "signs")

    def begins_at_the_size_chosen(self):
        expect(self.slider.is_displayed(), "there is no slider")
        equal(self.slider.get_attribute("value"), str(self.chosen), "the slider")
        self.says_the_rules_of(self.chosen)

    def has_every_size_by_keyboard(self):
        self.slider.send_keys(Keys.HOME)
        for at in range(len(self.rows)):
            self.says_the_rules_of(at)
            self.slider.send_keys(Keys.ARROW_RIGHT)
        # At the end it stays.
        self.says_the_rules_of(len(self.rows) - 1)
        self.slider.send_keys(Keys.ARROW_LEFT)
        self.says_the_rules_of(len(self.rows) - 2)

    def has_a_table_of_all_sizes(self):
        cells = [row.find_elements(By.CSS_SELECTOR, "th, td") for row in self.page.all("#size-table tbody tr")]
        found = [[cell.text.split()[0] for cell in row] for row in cells]
        accuracy = lambda row: f"{100 * row['scores'][0]['mean']:.1f}%"
        expected = [[str(row["rules"]), str(row["conditions"]), accuracy(row)] for row in self.rows]
        equal([texts[:3] for texts in found], expected, "the table")
        for texts, row in zip(found, self.rows, strict=True):
            expect(abs(float(texts[3]) - row["scores"][1]["mean"]) < 5.1e-5, f"{texts} has another AUC")
        marked = [at for at, row in enumerate(cells) if "(chosen)" in row[0].text]
        equal(marked, [self.chosen], "sizes marked in the table")

    def fits_its_width(self):
        for width in (1280, 400):
            self.page.width(width)
            for at in range(len(self.rows)):
                self.set(at)
                wide = self.page.js("return document.documentElement.scrollWidth")
                expect(wide <= width, f"{wide} pixels at a width of {width}, with {self.rows[at]['rules']} rules")
        self.page.width(1280)

    def set(self, at: int):
        self.page.js("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))", self.slider, at)

    def has_its_names_and_labels(self):
        equal(self.page.js("return document.getElementById('size').labels.length"), 1, "labels of the slider")
        unnamed = "return [...document.querySelectorAll('.plot svg')].filter(s => !s.getAttribute('aria-label')).length"
        equal(self.page.js(unnamed), 0, "plots without words")
        equal(self.page.js("return [...document.querySelectorAll('th')].filter(t => !t.scope).length"), 0, "headings")

    def is_light_and_dark(self):
        colour = "return getComputedStyle(document.body).backgroundColor"
        light = self.page.js(colour)
        self.page.width(1280, dark=True)
        expect(light != self.page.js(colour), "the system's choice changes nothing")
        self.page.width(1280)

    def shows_the_size_chosen_without_a_script(self):
        self.page.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        self.page.browser.get(self.path.as_uri())
        shown = [at for at, model in enumerate(self.page.all(".size")) if model.is_displayed()]
        slider = self.page.find("#size").is_displayed()
        self.page.browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
        equal((shown, slider), ([self.chosen], False), "sizes shown and slider")

    def says_nothing_and_asks_for_nothing(self):
        equal(self.page.console(), [], "console")
        requests = self.page.js("return performance.getEntriesByType('resource').map(e => e.name)")
        equal([name for name in requests if not name.startswith("data:")], [], "requests")
        equal(self.page.js("return window.hacked"), None, "script of a name")

    ALL = [begins_at_the_size_chosen, has_every_size_by_keyboard, has_a_table_of_all_sizes, fits_its_width,
           has_its_names_and_labels, is_light_and_dark, says_nothing_and_asks_for_nothing,
           shows_the_size_chosen_without_a_script]


def pages(binary: Binary) -> list[tuple[str, Path, str, list[dict]]]:
    """Pages, what they have when their script has run, and the sizes that they are to show."""
    made = []
    hostile_data = hostile(binary.folder / "hostile.csv")
    for name, data, target in [("wdbc", FIXTURES / "wdbc.csv", "diagnosis"), ("hostile", hostile_data, HOSTILE)]:
        page, report = binary.folder / f"{name}.html", binary.folder / f"{name}-report.html"
        model, front = binary.folder / f"{name}.json", binary.folder / f"{name}-front.json"
        printed = binary.run("front", data, "--target", target, "-o", page, "--json", "-q")
        front.write_text(printed)
        binary.run("fit", data, "--target", target, "--method", "rules", "--holdout", "none", "-o", model, "-q")
        binary.run("report", model, data, "--front", front, "-o", report, "-q")
        rows = json.loads(printed)["front"]
        ready = "return !!document.querySelector('.slider:not([hidden])')"
        made += [(f"{name} front", page, ready, rows), (f"{name} report", report, "return !!window.rulegen", rows)]
    return made


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--screenshots", type=Path)
    parser.add_argument("--only", help="the name of one model")
    args = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, path, ready, rows in pages(Binary(args.binary, Path(folder))):
            if args.only not in (None, name.split()[0]):
                continue
            page = Page(path, ready)
            try:
                if args.screenshots:
                    args.screenshots.mkdir(parents=True, exist_ok=True)
                    page.screenshots(args.screenshots, name.replace(" ", "-"))
                checks = Checks(page, path, rows)
                print(f"{name}: {len(rows)} sizes, {path.stat().st_size:,} bytes", flush=True)
                for check in Checks.ALL:
                    try:
                        check(checks)
                        passed += 1
                    except Exception as error:
                        failed += 1
                        what = str(error)[:600] if isinstance(error, AssertionError) else repr(error).splitlines()[0][:300]
                        line = traceback.extract_tb(error.__traceback__)[1].lineno
                        print(f"  FAILED {name}: {check.__name__}, line {line}: {what}", flush=True)
            finally:
                page.browser.quit()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not (passed or args.only) else 0


if __name__ == "__main__":
    sys.exit(main())
