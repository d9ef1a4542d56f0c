"""Models to report on: fitted by the binary, each with its data file."""

import csv
import io
import json
import random
import shlex
import subprocess
import tomllib
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "fixtures"
SHARED = ROOT.parent / "shared" / "data"


@dataclass
class Case:
    """A model, its data and the flags of its report."""

    name: str
    data: Path
    target: str
    fit: list[str]
    report: list[str] = field(default_factory=list)
    intercepts: list[float] = field(default_factory=list)
    """Votes before any rule that are put into the model."""


def cases(folder: Path) -> list[Case]:
    """Every kind of model: votes, log-odds and yes or no, two classes and more, missing cells,
    names that try to break out.
    """
    logistic = ["--method", "rules", "--loss", "logistic", "--min-cover", "1", "--min-category", "1"]
    tictactoe = ["--positive", "positive", "--method", "boolean", "--complexity", "20", "--time-limit", "20"]
    all_cases = [
        Case("dnf", FIXTURES / "tictactoe.csv", "class", tictactoe),
        Case("cnf", FIXTURES / "tictactoe.csv", "class", [*tictactoe, "--cnf"]),
        Case("wine", FIXTURES / "wine.csv", "cultivar", ["--bins", "10"]),
        Case("wine-boolean", FIXTURES / "wine.csv", "cultivar", ["--method", "boolean", "--complexity", "4"]),
        Case("awkward", FIXTURES / "awkward.csv", "answer", ["--penalty", "0.2"]),
        Case("first-tree", FIXTURES / "monks2.csv", "class", ["--fallback", "first-tree", "--penalty", "12"]),
        Case("wdbc", FIXTURES / "wdbc.csv", "diagnosis", ["--penalty", "0.1"]),
        Case("base-votes", FIXTURES / "awkward.csv", "answer", ["--penalty", "0.2"], intercepts=[0.25, 0.5, 0.375]),
        Case("logistic", FIXTURES / "wdbc.csv", "diagnosis", [*logistic, "--penalty", "1"]),
        Case("logistic-wine", FIXTURES / "wine.csv", "cultivar", [*logistic, "--penalty", "0.5", "--bins", "10"]),
        Case("logistic-awkward", FIXTURES / "awkward.csv", "answer", [*logistic, "--penalty", "0.2"]),
        Case("threshold", FIXTURES / "wdbc.csv", "diagnosis", ["--method", "rules", "--size", "6", "--threshold", "0.1"]),
        Case("dates", dates(folder / "dates.csv"), "left", [*logistic, "--size", "6"]),
        Case("hostile", hostile(folder / "hostile.csv"), "</title><script>window.hacked=1</script>", []),
        Case("large", large(folder / "large.csv"), "class", ["--penalty", "0.01", "--max-depth", "6", "--iterations", "12"]),
    ]
    return all_cases + shared()


def shared() -> list[Case]:
    """Heart and adult, where their files are."""
    if not SHARED.is_dir():
        return []
    described = tomllib.loads((SHARED / "datasets.toml").read_text())
    found = []
    for name, extra in [("heart", []), ("adult", ["--penalty", "0.005", "--max-depth", "6"])]:
        data = described[name]
        held_out = str(SHARED / "splits" / f"{name}.test")
        flags = ["--positive", data["positive"], "--categorical", ",".join(data["categorical"]), "--holdout", held_out]
        target, file = data["target"], SHARED / data["file"]
        found.append(Case(name, file, target, [*flags, *extra], ["--group", "sex", "--holdout", held_out]))
    return found


def dates(path: Path) -> Path:
    """Two columns of dates, of which one has missing cells."""
    draw = random.Random(3)
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["joined", "born", "visits", "left"])
        for _ in range(300):
            joined = date(2019, 1, 1) + timedelta(draw.randrange(1500))
            born = date(1950, 1, 1) + timedelta(draw.randrange(15000))
            late = (joined >= date(2021, 7, 1)) + (born >= date(1970, 1, 1)) + (draw.random() < 0.3) > 1
            writer.writerow([joined, "" if draw.random() < 0.1 else born, draw.randrange(9), "yes" if late else "no"])
    return path


def hostile(path: Path) -> Path:
    """Names and categories that end a script, an attribute or a comment."""
    draw = random.Random(1)
    words = ["</script><script>window.hacked=1</script>", '"><img src=x onerror=window.hacked=1>', "<!-- <script>", "a & b", ""]
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["</script><b>x", '" onfocus=window.hacked=1 autofocus="', "</title><script>window.hacked=1</script>"])
        for _ in range(300):
            word, number = draw.choice(words), draw.random()
            label = "'<i>yes</i>" if (word in words[:2]) != (number < 0.3) else "-->"
            writer.writerow([word, f"{number:.3f}", label])
    return path


def large(path: Path) -> Path:
    """12,000 rows that take some 500 rules."""
    draw = random.Random(2)
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([*(f"n{i}" for i in range(10)), *(f"c{i}" for i in range(4)), "class"])
        for _ in range(12_000):
            numbers = [draw.gauss(0, 1) for _ in range(10)]
            words = [draw.choice("abcdefgh") for _ in range(4)]
            score = numbers[0] * numbers[1] + numbers[2] - (words[0] < "d") + draw.gauss(0, 0.8)
            writer.writerow([*(f"{x:.2f}" for x in numbers), *words, "high" if score > 0 else "low"])
    return path


class Binary:
    """The command line, in a folder of its own."""

    def __init__(self, path: str, folder: Path):
        self.path, self.folder = path, folder

    def run(self, *args: object) -> str:
        done = subprocess.run([self.path, *map(str, args)], cwd=self.folder, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"rulegen {' '.join(map(str, args))}: {done.stderr}")
        return done.stdout

    def report(self, case: Case) -> Path:
        """Fits and reports."""
        model, trace = self.folder / f"{case.name}.json", self.folder / f"{case.name}.csv.trace"
        self.run("fit", case.data, "--target", case.target, "-o", model, "--trace", trace, "-q", "--threads", 1,
                 *(["--holdout", "none"] if "--holdout" not in case.fit else []),
                 *(["--method", "rug"] if "--method" not in case.fit else []), *case.fit)
        if case.intercepts:
            model.write_text(json.dumps({**json.loads(model.read_text()), "intercepts": case.intercepts}))
        page = self.folder / f"{case.name}.html"
        self.run("report", model, case.data, "-o", page, "--trace", trace, "-q", *case.report)
        return page

    def quality(self, case: Case, change=lambda model: None) -> list[str]:
        """The quality of a changed model on the rows of the report, as the page writes it."""
        model = json.loads((self.folder / f"{case.name}.json").read_text())
        change(model)
        # Proofs about rules as they came do not hold of others.
        model["certificate"].pop("one_by_one", None)
        changed, rows = self.folder / "changed.json", case.data
        changed.write_text(json.dumps(model))
        if "--holdout" in case.report:
            held_out = set(Path(case.report[case.report.index("--holdout") + 1]).read_text().split())
            head, *lines = case.data.read_text().splitlines(keepends=True)
            rows = self.folder / "held-out.csv"
            rows.write_text(head + "".join(line for at, line in enumerate(lines) if str(at) in held_out))
        return self.shown_quality(changed, rows)

    def edited_quality(self, case: Case, command: str) -> list[str]:
        """The quality of the model that a command of the page makes, as the page writes it."""
        words = shlex.split(command)
        changes, edited = words[words.index("--drop"):], self.folder / "edited.json"
        self.run("edit", self.folder / f"{case.name}.json", case.data, *changes, "-o", edited, "-q")
        return self.shown_quality(edited, case.data)

    def shown_quality(self, model: Path, rows: Path) -> list[str]:
        """The quality of a model on rows, as the page writes it."""
        found = json.loads(self.run("evaluate", model, rows, "--json", "-q"))
        right = [f"{100 * found['accuracy']:.2f}%"]
        return right if found["log_loss"] is None else [*right, f"{found['auc']:.4f}", f"{found['log_loss']:.4f}"]

    def predict(self, case: Case, header: list[str], rows: list[list[str]]) -> list[str]:
        """The predictions for rows of cells."""
        path = self.folder / "asked.csv"
        with path.open("w", newline="") as file:
            csv.writer(file, quoting=csv.QUOTE_ALL).writerows([header, *rows])
        answers = self.run("predict", self.folder / f"{case.name}.json", path, "--delimiter", ",")
        return [row[0] for row in csv.reader(io.StringIO(answers, newline=""))][1:]
