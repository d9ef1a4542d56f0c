/* The browser of cases: fields to fill in, and what the model says of them. A part of the page's one script: see report.html. */

// Words ------------------------------------------------------------------------------------------------------------

const format = (number) => {
  const size = Math.abs(number);
  return size !== 0 && (size >= 1e12 || size < 1e-4) ? number.toExponential(3) : String(Number(number.toPrecision(10)));
};
const DAY = 86_400_000;
/** A number of a column, which is a date if it counts days. */
const written = (column, number) => (column.dates ? new Date(number * DAY).toISOString().slice(0, 10) : format(number));
const shown = (column, value) => {
  if (value === null) return "missing";
  return column.kind === "numeric" ? written(column, value) : value === "" ? "(empty)" : value;
};

// The browser of cases ---------------------------------------------------------------------------------------------

let place = 0;
let original = samples.n > 0 ? valuesAt(0) : data.columns.map(() => null);
const values = [...original];
const problems = values.map(() => null);
const fixed = new Set();
/** More categories than these are typed, not picked. */
const MOST_OPTIONS = 80;

/** What a cell of a data file with this text would be: a number, null where it is missing, undefined if neither. */
const readNumber = (text) => {
  const trimmed = text.replace(/^[ \t]+|[ \t]+$/g, "");
  if (trimmed === "" || /^(NA|N\/A|n\/a|#N\/A|<NA>|None|null|NULL|\?|[+-]?nan)$/.test(trimmed) || /^[+-]?nan$/i.test(trimmed)) return null;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : undefined;
};

/** The day of a date as rules write it, null where the text is that of a missing cell, undefined if it is neither. */
const readDay = (text) => {
  const trimmed = text.trim();
  if (readNumber(trimmed) === null) return null;
  const day = /^(?!0000)\d{4}-\d\d-\d\d$/.test(trimmed) ? Date.parse(trimmed) / DAY : NaN;
  // Some browsers take 2024-02-30 for the first of March.
  return Number.isInteger(day) && written({ dates: true }, day) === trimmed ? day : undefined;
};

const fields = data.columns.map((column, at) => {
  const id = `value-${at}`;
  const numeric = column.kind === "numeric";
  const picked = !numeric && column.values.length <= MOST_OPTIONS;
  let control;
  if (picked) {
    control = element("select", { id }, element("option", { value: "missing" }, "missing"));
    column.values.forEach((value, v) => {
      const note = v < column.known ? "" : " (not seen in training)";
      control.append(element("option", { value: String(v) }, shown(column, value) + note));
    });
    if (column.values.length === column.known) {
      control.append(element("option", { value: "other" }, "another value"));
    }
  } else {
    const mode = column.dates ? {} : numeric ? { inputmode: "decimal" } : { list: `${id}-list` };
    control = element("input", { id, type: "text", ...mode });
    control.placeholder = "missing";
  }
  const before = element("span", { class: "before", id: `${id}-before` });
  const problem = element("span", { class: "problem", id: `${id}-problem`, role: "alert" });
  control.setAttribute("aria-describedby", `${id}-before ${id}-problem`);
  const fix = element("input", { type: "checkbox", id: `fix-${at}` });
  const fixLabel = element("label", { class: "fix", for: `fix-${at}` }, fix, " fixed", element("span", { class: "hidden" }, ` ${column.name}`));
  const label = element("label", { for: id }, column.name);
  const field = element("div", { class: "field" }, label, control, fixLabel, before, problem);
  if (!numeric && !picked) {
    field.append(element("datalist", { id: `${id}-list` }, ...column.values.map((value) => element("option", { value }))));
  }

  const read = () => {
    if (column.dates) return readDay(control.value);
    if (numeric) return readNumber(control.value);
    if (!picked) return control.value.replace(/^[ \t]+|[ \t]+$/g, "") || null;
    if (control.value === "missing") return null;
    // A name that no category has: a category is text of a cell, and cells hold no such character.
    return control.value === "other" ? "\u0000" : column.values[Number(control.value)];
  };
  const write = (value) => {
    if (!picked) control.value = value === null ? "" : column.dates ? written(column, value) : numeric ? String(value) : value;
    else if (value === null) control.value = "missing";
    else {
      const v = column.values.indexOf(value);
      control.value = v < 0 ? "other" : String(v);
    }
  };
  onEdit(control, () => {
    const value = read();
    problems[at] = value === undefined ? `This is not a ${column.dates ? "date, such as 2024-12-31" : "number that can be used"}.` : null;
    if (value !== undefined) values[at] = value;
    update();
  });
  fix.addEventListener("change", () => {
    if (fix.checked) fixed.add(at);
    else fixed.delete(at);
    searchCounterfactuals();
  });
  const mark = () => {
    const changed = problems[at] !== null || values[at] !== original[at];
    field.classList.toggle("changed", changed);
    before.textContent = changed ? `was ${shown(column, original[at])}` : "";
    before.hidden = !changed;
    problem.textContent = problems[at] ?? "";
    problem.hidden = problems[at] === null;
    if (problems[at] === null) control.removeAttribute("aria-invalid");
    else control.setAttribute("aria-invalid", "true");
  };
  return { field, write, mark };
});
byId("values").append(...fields.map((field) => field.field));
byId("values").addEventListener("submit", (event) => event.preventDefault());

const className = (k) => data.class_words[k];
const chip = (k) => element("span", { class: `chip c${k % 6}` }, className(k));

/** A share as a bar; with `signed`, a part between -1 and 1, from a line in the middle. */
const bar = (share, k, signed = false) => {
  const inner = element("span", { class: `c${k % 6}` });
  inner.style.width = `${(100 * Math.abs(share) / (signed ? 2 : 1)).toFixed(1)}%`;
  if (signed) inner.style.marginLeft = `${(50 + Math.min(0, 50 * share)).toFixed(1)}%`;
  return element("span", { class: signed ? "bar signed" : "bar", "aria-hidden": "true" }, inner);
};

/** Votes as points with their sign: whole ones if the model has these. */
const pointsText = (votes) => votes === 0 ? "0" : `${votes < 0 ? "-" : "+"}${Math.abs(votes / data.unit).toFixed(data.whole ? 0 : 3)}`;

/** The votes for two classes, towards the one that points speak for. */
const signedPoints = (votes) => votes[data.towards] - votes[1 - data.towards];

/** On which side of the threshold a row is. */
const besideThreshold = (answer) =>
  `the probability of ${className(data.cut.class)} is ${answer === data.cut.class ? "at least" : "below"} ${data.cut.share}`;

const why = ({ answer, fired, fallback, leaf }) => {
  if (data.form === "any") {
    return fallback ? "No rule holds." : `${fired.length} of ${many(data.rules.length, "rule")} ${fired.length === 1 ? "holds" : "hold"}.`;
  }
  if (data.form === "all") {
    return fallback ? "Every clause is met." : `${fired.length} of ${many(data.rules.length, "clause")} ${fired.length === 1 ? "is" : "are"} not met.`;
  }
  if (fallback) return leaf < 0 ? "No rule applies: this is the answer for such cases." : "No rule applies: the first tree answers.";
  if (fired.length === 0) return "No rule applies: the start decides.";
  const apply = fired.length === 1 ? "applies" : "apply";
  const most = `${className(answer)} ${model.hasProbabilities ? "is the likeliest" : "has most points"}`;
  const decides = data.cut === null ? most : besideThreshold(answer);
  return `${fired.length} of ${many(data.rules.length, "rule")} ${apply}, and ${decides}.`;
};

/** A share in percent; neither 0 nor 100 unless it is. */
const percent = (share) => {
  if (share > 0 && share < 0.0005) return "<0.1%";
  if (share < 1 && share >= 0.9995) return ">99.9%";
  return `${(100 * share).toFixed(1)}%`;
};

const showPrediction = (prediction) => {
  const box = byId("prediction");
  const { answer } = prediction;
  const changed = values.some((value, at) => value !== original[at]);
  const truth = samples.n > 0 && !changed ? labels[place] : null;
  const notes = [why(prediction)];
  if (truth !== null) {
    notes.push(truth === answer ? "The data agree." : `The data say ${className(truth)}: the rules are wrong here.`);
  } else if (changed && samples.n > 0) {
    const before = predicted[place];
    notes.push(before === answer ? "The same answer as before the change." : `Before the change it was ${className(before)}.`);
  }
  const name = element("span", { class: "value" }, className(answer));
  box.replaceChildren(
    element("span", { class: "small" }, `Prediction for ${data.target}`),
    name,
    element("span", { class: "note" }, notes.join(" ")),
  );
  box.dataset.answer = data.classes[answer];
};

/** So many classes are shown, those with most votes. */
const MOST_VOTES = 8;

/** The sum of points towards one of two classes, as a bar from the line of 0. */
const pointsLine = (scores) => {
  const points = signedPoints(scores);
  const toward = points < 0 ? 1 - data.towards : data.towards;
  const words = `points towards ${className(data.towards)}`;
  return element("div", { class: "vote" }, element("span", {}, words), bar(points / model.totalWeight, toward, true), element("span", { class: "num" }, pointsText(points)));
};

const showProbabilities = ({ scores }) => {
  const probabilities = model.probabilities(scores);
  const list = [...scores.keys()].sort((a, b) => scores[b] - scores[a] || a - b).slice(0, MOST_VOTES);
  const points = (k) => (data.towards === null ? ` (${pointsText(scores[k])} points)` : "");
  byId("votes").replaceChildren(
    ...(data.towards === null ? [] : [pointsLine(scores)]),
    ...list.map((k) => element("div", { class: "vote odds" }, chip(k), bar(probabilities[k], k), element("span", { class: "num" }, `${percent(probabilities[k])}${points(k)}`))),
  );
};

const showVotes = ({ scores, fallback }) => {
  const total = scores.reduce((sum, score) => sum + score, 0);
  const voted = data.form === "votes" && !fallback;
  const list = voted && total > 0
    ? [...scores.keys()].filter((k) => scores[k] > 0).sort((a, b) => scores[b] - scores[a] || a - b).slice(0, MOST_VOTES)
    : [];
  const line = (k) => element("div", { class: "vote" }, chip(k), bar(scores[k] / total, k), element("span", { class: "num" }, pointsText(scores[k])));
  byId("votes").replaceChildren(...(data.towards === null ? list.map(line) : voted ? [pointsLine(scores)] : []));
};

const showFired = ({ fired }) => {
  const line = (at) => {
    const rule = data.rules[at];
    const joined = rule.words.join(data.form === "all" ? " or " : " and ");
    const towards = data.towards === null ? ` for ${className(rule.then)}` : "";
    const vote = data.form === "votes" ? `Rule ${at + 1}: ${pointsText(rule.points)} points${towards}` : data.form === "all" ? `Clause ${at + 1} is not met` : `Rule ${at + 1} holds`;
    return element("li", {}, joined, element("span", { class: "vote-line" }, vote));
  };
  byId("fired-h").textContent = data.form === "all" ? "Clauses that are not met" : "Rules that apply";
  byId("fired").replaceChildren(...(fired.length > 0 ? fired.map(line) : [element("li", {}, "None.")]));
};

if (model.hasBase) {
  const each = [...model.base.keys()].filter((k) => model.base[k] > 0).map((k) => `${pointsText(model.base[k])} for ${className(k)}`);
  const start = data.towards === null ? each.join(", ") : `${pointsText(signedPoints(model.base))} points`;
  byId("base").textContent = `Start: ${start}.`;
  byId("base").hidden = false;
}
