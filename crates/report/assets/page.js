/* The page: appearance, the table of rules, and the browser of cases. */
{
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
        const first = at <= 2 ? "ascending" : "descending";
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

  // Words ------------------------------------------------------------------------------------------------------------

  const format = (number) => {
    const size = Math.abs(number);
    return size !== 0 && (size >= 1e12 || size < 1e-4) ? number.toExponential(3) : String(Number(number.toPrecision(10)));
  };
  const shown = (column, value) => {
    if (value === null) return "missing";
    return column.kind === "numeric" ? format(value) : value === "" ? "(empty)" : value;
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
    if (trimmed === "" || /^(NA|N\/A|null|NULL|\?|[+-]?nan)$/.test(trimmed) || /^[+-]?nan$/i.test(trimmed)) return null;
    if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return undefined;
    const number = Number(trimmed);
    return Number.isFinite(number) ? number : undefined;
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
      control = element("input", { id, type: "text", ...(numeric ? { inputmode: "decimal" } : { list: `${id}-list` }) });
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
      if (numeric) return readNumber(control.value);
      if (!picked) return control.value.replace(/^[ \t]+|[ \t]+$/g, "") || null;
      if (control.value === "missing") return null;
      // A name that no category has: a category is text of a cell, and cells hold no such character.
      return control.value === "other" ? "\u0000" : column.values[Number(control.value)];
    };
    const write = (value) => {
      if (!picked) control.value = value === null ? "" : numeric ? String(value) : value;
      else if (value === null) control.value = "missing";
      else {
        const v = column.values.indexOf(value);
        control.value = v < 0 ? "other" : String(v);
      }
    };
    onEdit(control, () => {
      const value = read();
      problems[at] = value === undefined ? "This is not a number that can be used." : null;
      if (value !== undefined) values[at] = value;
      update();
    });
    fix.addEventListener("change", () => {
      if (fix.checked) fixed.add(at);
      else fixed.delete(at);
      searchFlips();
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

  /** A vote or the like as a bar. */
  const bar = (share, k) => {
    const inner = element("span", { class: `c${k % 6}` });
    inner.style.width = `${(100 * share).toFixed(1)}%`;
    return element("span", { class: "bar", "aria-hidden": "true" }, inner);
  };

  const why = ({ answer, fired, fallback, leaf }) => {
    if (data.form === "any") {
      return fallback ? "No rule holds." : `${fired.length} of ${many(data.rules.length, "rule")} ${fired.length === 1 ? "holds" : "hold"}.`;
    }
    if (data.form === "all") {
      return fallback ? "Every clause is met." : `${fired.length} of ${many(data.rules.length, "clause")} ${fired.length === 1 ? "is" : "are"} not met.`;
    }
    if (fallback) return leaf < 0 ? "No rule applies: this is the answer for such cases." : "No rule applies: the first tree answers.";
    if (fired.length === 0) return "No rule applies: the intercepts decide.";
    const apply = fired.length === 1 ? "applies" : "apply";
    const most = model.hasProbabilities ? "is the likeliest" : "has most votes";
    return `${fired.length} of ${many(data.rules.length, "rule")} ${apply}, and ${className(answer)} ${most}.`;
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

  const showProbabilities = ({ scores }) => {
    const probabilities = model.probabilities(scores);
    const list = [...scores.keys()].sort((a, b) => scores[b] - scores[a] || a - b).slice(0, MOST_VOTES);
    byId("votes").replaceChildren(
      ...list.map((k) => element("div", { class: "vote odds" }, chip(k), bar(probabilities[k], k), element("span", { class: "num" }, `${percent(probabilities[k])} (log-odds ${scores[k].toFixed(3)})`))),
    );
  };

  const showVotes = ({ scores, fallback }) => {
    const total = scores.reduce((sum, score) => sum + score, 0);
    const list = data.form === "votes" && !fallback && total > 0
      ? [...scores.keys()].filter((k) => scores[k] > 0).sort((a, b) => scores[b] - scores[a] || a - b).slice(0, MOST_VOTES)
      : [];
    byId("votes").replaceChildren(
      ...list.map((k) => element("div", { class: "vote" }, chip(k), bar(scores[k] / total, k), element("span", { class: "num" }, `${scores[k].toFixed(3)} (${(100 * scores[k] / total).toFixed(0)}%)`))),
    );
  };

  const showFired = ({ fired }) => {
    const line = (at) => {
      const rule = data.rules[at];
      const joined = rule.words.join(data.form === "all" ? " or " : " and ");
      const weight = rule.weight.toFixed(3);
      const voted = model.hasProbabilities ? `adds ${weight} to the log-odds of ${className(rule.then)}` : `votes for ${className(rule.then)} with ${weight}`;
      const vote = data.form === "votes" ? `Rule ${at + 1} ${voted}` : data.form === "all" ? `Clause ${at + 1} is not met` : `Rule ${at + 1} holds`;
      return element("li", {}, joined, element("span", { class: "vote-line" }, vote));
    };
    byId("fired-h").textContent = data.form === "all" ? "Clauses that are not met" : "Rules that apply";
    byId("fired").replaceChildren(...(fired.length > 0 ? fired.map(line) : [element("li", {}, "None.")]));
  };

  if (model.hasBase) {
    const votes = [...model.base.keys()].filter((k) => model.base[k] > 0).map((k) => `${model.base[k].toFixed(3)} for ${className(k)}`);
    const shares = model.probabilities(model.base).map((share, k) => `${className(k)} ${percent(share)}`);
    const likely = model.hasProbabilities ? `; probabilities: ${shares.join(", ")}` : "";
    byId("base").textContent = `Before any rule: ${votes.join(", ")}${likely}.`;
    byId("base").hidden = false;
  }

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
      const names = cells.slice(0, 4).map((cell) => shown(column, column.values[cell]));
      return names.join(" or ") + (cells.length > 4 ? ` or another of ${cells.length - 4}` : "");
    }
    const low = column.cuts[cells[0] - 1];
    const high = column.cuts[cells[cells.length - 1]];
    if (low === undefined && high === undefined) return "any number";
    if (low === undefined) return `at most ${format(high)}`;
    if (high === undefined) return `more than ${format(low)}`;
    return `more than ${format(low)}, at most ${format(high)}`;
  };

  /** A value in a cell: one that occurs where there is one, nearest to the present value. */
  const valueIn = (at, cell) => {
    const column = model.columns[at];
    if (column.kind !== "numeric") return column.values[cell];
    const inside = column.values.filter((value) => column.cell(value) === cell);
    const now = values[at];
    if (inside.length > 0) {
      const far = (value) => (now === null ? 0 : Math.abs(value - now));
      return inside.reduce((best, value) => (far(value) < far(best) ? value : best));
    }
    const [low, high] = [column.cuts[cell - 1], column.cuts[cell]];
    if (high !== undefined) return high;
    // Larger than the last cut point, by as little as is sure to be seen.
    return low + Math.max(1, Math.abs(low) * 1e-6);
  };

  const describe = (change) => {
    const words = change.columns.map((at, i) => {
      const column = data.columns[at];
      return `${column.name} from ${shown(column, values[at])} to ${region(at, change.box[i])}`;
    });
    return words.join(", and ");
  };

  const searchFlips = () => {
    const [message, list] = [byId("flips-message"), byId("flips")];
    if (problems.some((problem) => problem !== null)) return;
    list.replaceChildren();
    message.textContent = "Searching …";
    const search = new FlipSearch(model, model.cells(values), fixed);
    searching = inStretches(search).then((result) => {
      if (result === null) return null;
      message.textContent = outcome(result);
      list.replaceChildren(...result.changes.map(flipLine));
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

  const flipLine = (change) => {
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

  // Putting it together ----------------------------------------------------------------------------------------------

  const update = () => {
    fields.forEach((field) => field.mark());
    if (problems.some((problem) => problem !== null)) {
      searches++;
      byId("prediction").replaceChildren(element("span", { class: "note" }, "No prediction while a value cannot be read."));
      delete byId("prediction").dataset.answer;
      for (const id of ["votes", "fired", "flips"]) byId(id).replaceChildren();
      byId("flips-message").textContent = "";
      return;
    }
    const prediction = model.predict(model.cells(values));
    showPrediction(prediction);
    if (model.hasProbabilities) showProbabilities(prediction);
    else showVotes(prediction);
    showFired(prediction);
    searchFlips();
  };

  const pick = (next) => {
    place = next;
    original = valuesAt(place);
    original.forEach((value, at) => {
      values[at] = value;
      problems[at] = null;
      fields[at].write(value);
    });
    byId("row-number").value = rows[place];
    const among = places();
    byId("row-count").textContent = `${many(among.length, "row")} to choose from`;
    byId("row-message").hidden = true;
    update();
  };

  const say = (text) => {
    byId("row-message").textContent = text;
    byId("row-message").hidden = false;
  };

  const filters = {
    all: () => true,
    wrong: (at) => predicted[at] !== labels[at],
    right: (at) => predicted[at] === labels[at],
    held: (at) => heldOut[at] === 1,
  };
  let [placesOf, placesFound] = [null, []];
  /** The samples that the filter lets through, ascending. */
  const places = () => {
    const filter = byId("row-filter").value;
    if (filter !== placesOf) {
      placesOf = filter;
      placesFound = [...rows.keys()].filter(filters[filter]);
    }
    return placesFound;
  };
  const move = (step) => {
    const among = places();
    if (among.length === 0) return say("There is no such row.");
    const after = among.findIndex((at) => at > place);
    const here = among.indexOf(place);
    const next = here >= 0 ? here + step : step > 0 ? after : (after < 0 ? among.length : after) - 1;
    pick(among[(next + among.length) % among.length]);
  };

  if (!heldOut) byId("row-filter").querySelector('[value="held"]').remove();
  byId("row-filter").addEventListener("change", () => {
    if (places().includes(place)) pick(place);
    else move(1);
  });
  byId("row-before").addEventListener("click", () => move(-1));
  byId("row-after").addEventListener("click", () => move(1));
  byId("row-random").addEventListener("click", () => {
    const among = places();
    if (among.length > 0) pick(among[Math.floor(Math.random() * among.length)]);
  });
  byId("row-reset").addEventListener("click", () => pick(place));
  byId("row-number").addEventListener("change", (event) => {
    const text = event.target.value.trim();
    const at = /^\d+$/.test(text) ? rows.indexOf(Number(text)) : -1;
    if (at >= 0) return pick(at);
    const exists = /^\d+$/.test(text) && Number(text) < data.all_rows;
    say(exists ? `Row ${text} is not among the rows in this page.` : `There is no row ${text}: rows go from 0 to ${data.all_rows - 1}.`);
  });

  byId("browser").hidden = false;
  if (samples.n > 0) pick(0);
  else {
    for (const control of document.querySelectorAll("#browser .toolbar *")) control.hidden = true;
    update();
  }

  // For programs that open the page, such as its tests.
  window.rulegen = {
    data,
    model,
    rows,
    values: () => [...values],
    probabilitiesOfSample: (at) => model.probabilities(model.predict(model.cells(valuesAt(at))).scores),
    predictSample: (at) => data.classes[model.predict(model.cells(valuesAt(at))).answer],
    flips: () => searching,
  };
}
