/* The page: appearance, the table of rules, and the rows of the data. A part of the page's one script: see report.html. */

const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId("data").textContent);
const model = new RuleModel(data);

/** An element with text or children. */
const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

const many = (n, noun) => `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;

/** Text is followed as it is typed, a choice when it is made: not every browser calls that input. */
const onEdit = (control, act) => control.addEventListener(control.tagName === "SELECT" ? "change" : "input", act);

// Appearance -------------------------------------------------------------------------------------------------------

const theme = byId("theme");
const setTheme = (name) => document.documentElement.setAttribute("data-theme", name);
// A page from disk may have no storage.
const storage = (act) => {
  try {
    return act(localStorage);
  } catch {
    return null;
  }
};
theme.value = storage((store) => store.getItem("rulegen-theme")) ?? "auto";
if (theme.selectedIndex < 0) theme.value = "auto";
setTheme(theme.value);
theme.closest("label").hidden = false;
theme.addEventListener("change", () => {
  setTheme(theme.value);
  storage((store) => store.setItem("rulegen-theme", theme.value));
});

// The table of rules -----------------------------------------------------------------------------------------------

/** So many lines are shown at first: more are slow to look through anyway. */
const FIRST_LINES = 50;

const table = byId("rule-table");
if (table) {
  const body = table.tBodies[0];
  const lines = [...body.rows].map((row, at) => ({
    row,
    text: row.cells[1].textContent.toLowerCase(),
    keys: [...row.cells].map((cell) => (cell.dataset.value === undefined ? null : Number(cell.dataset.value))),
    columns: new Set(data.rules[at].if.map(([column]) => column)),
  }));
  const [filter, ofClass, ofColumn] = ["rule-filter", "rule-class", "rule-column"].map(byId);
  const more = byId("rule-more");
  const noun = data.form === "all" ? "clause" : "rule";
  let most = FIRST_LINES;

  const show = () => {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const column = ofColumn.value === "" ? null : Number(ofColumn.value);
    let found = 0;
    for (const line of lines) {
      const fits =
        words.every((word) => line.text.includes(word)) &&
        (ofClass.value === "" || line.row.dataset.class === ofClass.value) &&
        (column === null || line.columns.has(column));
      found += fits ? 1 : 0;
      line.row.hidden = !fits || found > most;
    }
    const shown = Math.min(found, most);
    const fit = found === lines.length ? "" : ` that fit, of ${lines.length} in all`;
    byId("rule-count").textContent = shown === found ? `${many(found, noun)}${fit}` : `${shown} of ${many(found, noun)}${fit}`;
    more.hidden = shown === found;
  };

  [...table.tHead.rows[0].cells].forEach((head, at) => {
    const button = element("button", { type: "button" }, head.textContent);
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const wasAscending = head.getAttribute("aria-sort") === "ascending";
      // Figures are of most interest where they are large.
      const first = at === 0 || !head.classList.contains("num") ? "ascending" : "descending";
      const order = head.hasAttribute("aria-sort") ? (wasAscending ? "descending" : "ascending") : first;
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", order);
      const sign = order === "ascending" ? 1 : -1;
      const compare = (a, b) => (at === 1 ? a.text.localeCompare(b.text) : a.keys[at] - b.keys[at]);
      lines.sort((a, b) => sign * compare(a, b) || a.keys[0] - b.keys[0]);
      body.append(...lines.map((line) => line.row));
      show();
    });
  });
  for (const control of [filter, ofClass, ofColumn]) {
    onEdit(control, () => {
      most = FIRST_LINES;
      show();
    });
  }
  more.firstElementChild.addEventListener("click", () => {
    most = Infinity;
    show();
  });
  byId("rule-tools").hidden = false;
  show();
}

// The scorecard ----------------------------------------------------------------------------------------------------

const cardFilter = byId("card-filter");
if (cardFilter) {
  // The start and all rows are always in sight.
  const lines = [...byId("card").tBodies].slice(1).flatMap((part) => [...part.rows]).filter((row) => row.cells[0].firstElementChild);
  const show = () => {
    const words = cardFilter.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of lines) row.hidden = !words.every((word) => row.cells[0].textContent.toLowerCase().includes(word));
    const found = lines.filter((row) => !row.hidden).length;
    byId("card-count").textContent = found === lines.length ? many(found, "line") : `${found} of ${many(lines.length, "line")}`;
  };
  onEdit(cardFilter, show);
  byId("card-tools").hidden = false;
  show();
}

// Rows -------------------------------------------------------------------------------------------------------------

/** Numbers that were packed as bytes, the lowest first. */
const unpack = ({ width, bytes }) => {
  const raw = atob(bytes);
  const numbers = new Uint32Array(raw.length / width);
  for (let i = 0; i < numbers.length; i++) {
    for (let byte = width - 1; byte >= 0; byte--) numbers[i] = numbers[i] * 256 + raw.charCodeAt(i * width + byte);
  }
  return numbers;
};
const samples = data.samples;
const rows = unpack(samples.rows);
const labels = unpack(samples.labels);
const predicted = unpack(samples.predicted);
const heldOut = samples.held_out && unpack(samples.held_out);
const cellsOfColumn = data.columns.map((column) => unpack(column.cells));
/** The values of the sample at a place; null is a missing cell. */
const valuesAt = (place) =>
  data.columns.map((column, at) => {
    const cell = cellsOfColumn[at][place];
    return cell === 0 ? null : column.values[cell - 1];
  });
