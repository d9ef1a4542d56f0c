"""Opens reports in headless Chromium, uses them as a reader does, and compares with what the binary
says.

    check.py BINARY [--screenshots FOLDER]
"""

import argparse
import sys
import tempfile
import traceback
from pathlib import Path

from checks import Checks
from models import Binary, cases
from page import Page


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("--screenshots", type=Path)
    parser.add_argument("--only", help="the name of one model")
    args = parser.parse_args()
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        binary = Binary(args.binary, Path(folder))
        for case in cases(Path(folder)):
            if args.only not in (None, case.name):
                continue
            path = binary.report(case)
            page = Page(path)
            try:
                if args.screenshots:
                    args.screenshots.mkdir(parents=True, exist_ok=True)
                    page.screenshots(args.screenshots, case.name)
                checks = Checks(page, path, case, binary)
                rules = page.js("return rulegen.data.rules.length")
                print(f"{case.name}: {rules} rules, {path.stat().st_size:,} bytes", flush=True)
                for check in Checks.ALL:
                    checks.note = ""
                    try:
                        check(checks)
                        passed += 1
                        if checks.note:
                            print(f"  {check.__name__}: {checks.note}")
                    except Exception as error:
                        failed += 1
                        what = str(error)[:600] if isinstance(error, AssertionError) else repr(error).splitlines()[0][:300]
                        line = traceback.extract_tb(error.__traceback__)[1].lineno
                        print(f"  FAILED {case.name}: {check.__name__}, line {line}: {what}", flush=True)
            finally:
                page.browser.quit()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
