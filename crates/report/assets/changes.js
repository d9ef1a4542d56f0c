/* What would change the answer. A part of the page's one script: see report.html. */

// What would change the answer -------------------------------------------------------------------------------------

/** How long the page may be busy at a stretch, in milliseconds. */
const STRETCH = 12;
let searches = 0;
let searching = Promise.resolve(null);

/** Runs a search in short stretches; null if another one began in the meantime. */
const inStretches = async (search) => {
  const mine = ++searches;
  const steps = search.run();
  for (;;) {
    const start = performance.now();
    while (performance.now() - start < STRETCH) {
      const { done, value } = steps.next();
      if (done) return value;
    }
    await new Promise((resume) => setTimeout(resume, 0));
    if (mine !== searches) return null;
  }
};

/** The values of some cells of a column, in words. */
const region = (at, cells) => {
  const column = model.columns[at];
  if (column.kind !== "numeric") {
    // Five names take no more room than four and a number.
    const names = cells.slice(0, cells.length > 5 ? 4 : 5).map((cell) => shown(column, column.values[cell]));
    return names.join(" or ") + (names.length < cells.length ? ` or another of ${cells.length - names.length}` : "");
  }
  const low = column.cuts[cells[0] - 1];
  const high = column.cuts[cells[cells.length - 1]];
  if (low === undefined && high === undefined) return column.dates ? "any date" : "any number";
  const text = (number) => written(column, number);
  // As `Feature::spellings` in the crate of rules writes conditions on whole numbers.
  const [first, last] = [Math.floor(low) + 1, Math.floor(high)];
  const whole = column.whole && !(first > last);
  const digits = (number) => Math.max(1, String(number).replace(/^-|0+$/g, "").length);
  // No number is smaller than the smallest one.
  const only = whole && (first === last || (low === undefined && last === column.values.reduce((a, b) => Math.min(a, b), Infinity)));
  const bounds = [];
  if (low !== undefined) {
    const least = whole && (column.dates || digits(first - 1) >= digits(first));
    bounds.push(least ? `at least ${text(first)}` : `more than ${text(whole ? first - 1 : low)}`);
  }
  if (high !== undefined) bounds.push(`at most ${text(whole ? last : high)}`);
  return only ? text(last) : bounds.join(", ");
};

/** A value in a cell: one that occurs where there is one, nearest to the present value. */
const valueIn = (at, cell) => {
  const column = model.columns[at];
  if (column.kind !== "numeric") return column.values[cell];
  const seen = column.values.filter((value) => column.cell(value) === cell);
  const now = values[at];
  if (seen.length > 0) {
    const far = (value) => (now === null ? 0 : Math.abs(value - now));
    return seen.reduce((best, value) => (far(value) < far(best) ? value : best));
  }
  const [low, high] = [column.cuts[cell - 1], column.cuts[cell]];
  // Larger than the last cut point, by as little as is sure to be seen.
  const inside = high ?? low + (column.dates ? 1 : Math.max(1, Math.abs(low) * 1e-6));
  const whole = Math.floor(inside);
  return column.whole && column.cell(whole) === cell ? whole : inside;
};

const describe = (change) => {
  const words = change.columns.map((at, i) => {
    const column = data.columns[at];
    return `${column.name} from ${shown(column, values[at])} to ${region(at, change.box[i])}`;
  });
  return words.join(", and ");
};

const searchCounterfactuals = () => {
  const [message, list] = [byId("counterfactuals-message"), byId("counterfactuals")];
  if (problems.some((problem) => problem !== null)) return;
  list.replaceChildren();
  message.textContent = "Searching …";
  const search = new CounterfactualSearch(model, model.cells(values), fixed);
  searching = inStretches(search).then((result) => {
    if (result === null) return null;
    message.textContent = outcome(result);
    list.replaceChildren(...result.changes.map(counterfactualLine));
    return result;
  });
};

const outcome = ({ changes, size, complete, more }) => {
  const of = (n) => (n === 1 ? "one column" : `up to ${n} columns`);
  if (changes.length > 0) {
    const least = size === 1 ? "Changing one column is enough." : `At least ${size} columns have to change.`;
    if (!complete) return `${least} The search took too long and was stopped: there may be nearer changes than these.`;
    return more > 0 ? `${least} The nearest ${changes.length} of ${changes.length + more} ways:` : least;
  }
  if (!complete) {
    return size === 0
      ? "The search took too long and was stopped: what would change the answer is not known."
      : `No change of ${of(size)} changes the answer. The search took too long and was stopped there: a change of more columns may be enough.`;
  }
  if (fixed.size === data.columns.length) return "All values are fixed, so nothing can change the answer.";
  return size < MOST_CHANGES
    ? "No change of the values that are not fixed changes the answer."
    : `No change of up to ${MOST_CHANGES} columns changes the answer. Changes of more columns were not searched.`;
};

const counterfactualLine = (change) => {
  const text = describe(change);
  const button = element("button", { type: "button", "aria-label": `Try: ${text}` }, "Try");
  button.addEventListener("click", () => {
    change.columns.forEach((at, i) => {
      values[at] = valueIn(at, change.cells[at]);
      problems[at] = null;
      fields[at].write(values[at]);
    });
    update();
    byId("prediction").scrollIntoView({ block: "nearest" });
  });
  return element("li", {}, element("span", {}, `${text}: then `, chip(change.answer)), button);
};
