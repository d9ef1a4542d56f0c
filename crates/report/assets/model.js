/*
 * The model: prediction, probabilities, and counterfactuals (the smallest changes that lead to another answer). It knows
 * nothing of the page.
 *
 * A value is put into the cell of its column: the interval between two cut points that rules ask about, or a category.
 * Rules see cells only, so whatever holds for all cells holds for all values.
 */
class RuleModel {
  constructor(data) {
    this.classes = data.classes;
    this.columns = data.columns.map((column, at) => new Column(column, at, data));
    this.rules = data.rules.map((rule) => new CompiledRule(rule, this.columns));
    this.fallbackRules = data.fallback.rules.map((rule) => new CompiledRule(rule, this.columns));
    this.otherwise = data.fallback.otherwise;
    /** The votes that classes have before any rule. Where there are any, they answer for rows that no rule covers. */
    this.base = Float64Array.from(this.classes, (_, k) => data.intercepts[k] ?? 0);
    this.hasBase = this.base.some((votes) => votes > 0);
    /** The threshold: the class that is predicted where its votes are `at` ahead of the other's; null for none. */
    this.cut = data.cut;
    /** Whether votes are log-odds. */
    this.hasProbabilities = data.probabilities;
    // Classes without votes cannot win.
    const before = [...this.base.keys()].filter((k) => this.base[k] > 0);
    this.voted = [...new Set([...before, ...this.rules.map((rule) => rule.then)])].sort((a, b) => a - b);
    this.totalWeight = [...this.rules.map((rule) => rule.weight), ...this.base].reduce((sum, votes) => sum + votes, 0);
  }

  /** The cells of a row of values; null is a missing one. */
  cells(values) {
    return this.columns.map((column, at) => column.cell(values[at]));
  }

  /** What `rulegen predict` says: sums in the order of the rules, the lowest index of classes that tie. */
  predict(cells) {
    const scores = Float64Array.from(this.base);
    const fired = [];
    this.rules.forEach((rule, at) => {
      if (rule.covers(cells)) {
        scores[rule.then] += rule.weight;
        fired.push(at);
      }
    });
    if (this.cut !== null) {
      const { class: own, at } = this.cut;
      const answer = scores[own] - scores[1 - own] >= at ? own : 1 - own;
      return { answer, scores, fired, fallback: false, leaf: -1 };
    }
    if (fired.length === 0 && !this.hasBase) {
      const leaf = this.fallbackRules.findIndex((rule) => rule.covers(cells));
      const answer = leaf < 0 ? this.otherwise : this.fallbackRules[leaf].then;
      return { answer, scores, fired, fallback: true, leaf };
    }
    let answer = 0;
    let best = 0;
    for (const k of this.voted) {
      if (scores[k] > best) [answer, best] = [k, scores[k]];
    }
    return { answer, scores, fired, fallback: false, leaf: -1 };
  }

  /** What `rulegen predict --probabilities` says of the scores of a row: their softmax. */
  probabilities(scores) {
    const largest = Math.max(...scores);
    const odds = [...scores].map((score) => Math.exp(score - largest));
    const total = odds.reduce((sum, of) => sum + of, 0);
    return odds.map((of) => of / total);
  }
}

/** A column: its cells, in the order of their values; then, of categories, any other one; then the missing cell. */
class Column {
  constructor(column, at, data) {
    Object.assign(this, column);
    if (this.kind === "numeric") {
      const cuts = new Set();
      for (const rule of [...data.rules, ...data.fallback.rules]) {
        for (const [where, test, value] of rule.if) {
          if (where === at && (test === "<=" || test === ">")) cuts.add(value);
        }
      }
      this.cuts = [...cuts].sort((a, b) => a - b);
      this.candidates = this.cuts.length + 1;
      this.missing = this.candidates;
    } else {
      this.index = new Map(this.values.slice(0, this.known).map((value, v) => [value, v]));
      this.candidates = this.known;
      this.missing = this.known + 1;
    }
  }

  cell(value) {
    if (value === null) return this.missing;
    if (this.kind !== "numeric") return this.index.get(value) ?? this.known;
    let [low, high] = [0, this.cuts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.cuts[middle] < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Whether the values of a cell satisfy a test. */
  satisfies(cell, test, value) {
    if (cell === this.missing) return test === "missing";
    switch (test) {
      case "<=": return cell <= this.cell(value);
      case ">": return cell > this.cell(value);
      case "=": return cell === value;
      case "!=": return cell !== value;
      default: return test === "present";
    }
  }

  /** How far it is from one cell to another: cut points crossed, or one. */
  steps(from, to) {
    return this.kind === "numeric" && from !== this.missing ? Math.abs(from - to) : 1;
  }
}

/** A rule, as one table per column that says which cells satisfy it there. */
class CompiledRule {
  constructor(rule, columns) {
    this.then = rule.then;
    this.weight = rule.weight ?? 0;
    this.columns = [...new Set(rule.if.map((literal) => literal[0]))];
    this.allowed = this.columns.map((at) => {
      const column = columns[at];
      const on = rule.if.filter((literal) => literal[0] === at);
      const holds = (_, cell) => on.every(([, test, value]) => column.satisfies(cell, test, value));
      return Array.from({ length: column.missing + 1 }, holds);
    });
  }

  covers(cells) {
    return this.columns.every((column, i) => this.allowed[i][cells[column]]);
  }

  /** Whether a cell of a column satisfies the rule there; of a column that it does not look at every cell does. */
  allows(column, cell) {
    const i = this.columns.indexOf(column);
    return i < 0 || this.allowed[i][cell];
  }
}

/** The most columns that are changed together. */
const MOST_CHANGES = 3;
/** The most tests of a cell against a rule in one search; then it stops and says so. */
const MOST_WORK = 4e7;
/** The most tests between two pauses. */
const WORK_PER_SLICE = 1e5;
/** The most cells whose combinations are looked at when a change is widened. */
const MOST_COMBINATIONS = 64;

/**
 * The smallest changes after which another class is predicted: as few columns as can be, each set of columns with the
 * fewest cut points crossed. Exact over all values, up to three columns, unless the work is too much.
 *
 * A changed cell is filled, never emptied, and a changed category is one that training saw.
 */
class CounterfactualSearch {
  constructor(model, cells, fixed, mostWork = MOST_WORK) {
    Object.assign(this, { model, cells, mostWork, work: 0 });
    this.now = model.predict(cells).answer;
    this.uncoveredMayChange = model.cut === null && (model.fallbackRules.length > 0 || model.otherwise !== this.now);
    /** How far another class must be ahead. */
    this.lead = model.cut === null ? 0 : model.cut.class === this.now ? -model.cut.at : model.cut.at;
    // Sums in another order may differ by rounding: what is this close is decided by the model itself.
    this.close = 1e-9 * Math.max(1, model.totalWeight + Math.abs(this.lead));
    const failing = (rule) => rule.columns.filter((column, i) => !rule.allowed[i][cells[column]]);
    this.rules = model.rules
      .map((rule) => ({ rule, failing: failing(rule) }))
      .filter(({ failing }) => failing.length <= MOST_CHANGES);
    this.free = model.columns.map((_, at) => at).filter((at) => !fixed.has(at));
  }

  /**
   * Yields now and then; returns { changes, more, size, complete }: some of the changes and how many more there are, how
   * many columns they change or, without any, how many were searched in full, and whether the search came to its end.
   */
  *run(most = 5) {
    for (let size = 1; size <= Math.min(MOST_CHANGES, this.free.length); size++) {
      const found = [];
      let complete = true;
      for (const columns of subsets(this.free, size)) {
        const change = yield* this.nearest(columns);
        complete = this.work <= this.mostWork;
        if (!complete) break;
        if (change) found.push(change);
      }
      if (found.length > 0) {
        found.sort((a, b) => a.steps - b.steps);
        const changes = [];
        for (const change of found.slice(0, most)) {
          changes.push(this.widened(change));
          yield;
        }
        return { changes, more: found.length - changes.length, size, complete };
      }
      if (!complete) return { changes: [], more: 0, size: size - 1, complete };
    }
    return { changes: [], more: 0, size: Math.min(MOST_CHANGES, this.free.length), complete: true };
  }

  /** The nearest counterfactual that changes exactly these columns. */
  *nearest(columns) {
    const scores = Float64Array.from(this.model.base);
    const open = [];
    let covered = this.model.hasBase;
    for (const { rule, failing } of this.rules) {
      if (!failing.every((column) => columns.includes(column))) continue;
      if (rule.columns.some((column) => columns.includes(column))) {
        open.push(rule);
      } else {
        scores[rule.then] += rule.weight;
        covered = true;
      }
    }
    this.work += this.rules.length;
    const search = { columns, cells: [...this.cells], best: null };
    yield* this.descend(search, 0, 0, open, scores, covered);
    return search.best;
  }

  *descend(search, depth, steps, open, scores, covered) {
    if (!this.mayChange(open, scores, covered)) return;
    if (depth === search.columns.length) {
      const { answer } = this.model.predict(search.cells);
      this.work += this.model.rules.length;
      if (answer !== this.now) {
        search.best = { columns: search.columns, cells: [...search.cells], steps, answer };
      }
      return;
    }
    const column = search.columns[depth];
    const left = search.columns.slice(depth + 1);
    for (const { cell, far } of this.moves(column, open)) {
      // What is left changes too, by a step each at least.
      if (search.best && steps + far + left.length >= search.best.steps) break;
      const [stillOpen, sums] = [[], Float64Array.from(scores)];
      let nowCovered = covered;
      for (const rule of open) {
        if (!rule.allows(column, cell)) continue;
        if (rule.columns.some((other) => left.includes(other))) {
          stillOpen.push(rule);
        } else {
          sums[rule.then] += rule.weight;
          nowCovered = true;
        }
      }
      this.work += open.length + 1;
      if (this.work > this.mostWork) return;
      if (this.work >= (this.pause ??= WORK_PER_SLICE)) {
        this.pause = this.work + WORK_PER_SLICE;
        yield;
      }
      search.cells[column] = cell;
      yield* this.descend(search, depth + 1, steps + far, stillOpen, sums, nowCovered);
    }
    search.cells[column] = this.cells[column];
  }

  /** Whether another class can still win: open rules vote for all classes but the present one. */
  mayChange(open, scores, covered) {
    if (!covered && this.uncoveredMayChange) return true;
    const most = Float64Array.from(scores);
    for (const rule of open) most[rule.then] += rule.weight;
    const bar = scores[this.now] + this.lead - this.close;
    return most.some((score, k) => k !== this.now && score >= bar);
  }

  /** The cells that a column can move to, the nearest first; of those that no open rule tells apart the nearest. */
  moves(column, open) {
    const { candidates } = this.model.columns[column];
    const from = this.cells[column];
    const rules = [...open, ...this.model.fallbackRules].filter((rule) => rule.columns.includes(column));
    const tables = rules.map((rule) => rule.allowed[rule.columns.indexOf(column)]);
    const pattern = (cell) => tables.map((table) => (table[cell] ? "1" : "0")).join("");
    this.work += candidates * tables.length;
    const all = Array.from({ length: candidates }, (_, cell) => cell)
      .filter((cell) => cell !== from)
      .map((cell) => ({ cell, far: this.model.columns[column].steps(from, cell) }))
      .sort((a, b) => a.far - b.far || a.cell - b.cell);
    // A move that no rule sees is no change: fewer columns would do.
    const seen = new Set([pattern(from)]);
    return all.filter(({ cell }) => {
      const cells = pattern(cell);
      return !seen.has(cells) && seen.add(cells);
    });
  }

  /** A change with all cells around it that do as well, in whatever combination. */
  widened(change) {
    const { columns, answer } = change;
    const box = columns.map((column) => [change.cells[column]]);
    const keepsAnswer = (at, cell) => {
      const combinations = box.reduce((n, cells, i) => (i === at ? n : n * cells.length), 1);
      if (combinations > MOST_COMBINATIONS) return false;
      const cells = [...change.cells];
      const all = (i) => {
        if (i === columns.length) return this.model.predict(cells).answer === answer;
        return (i === at ? [cell] : box[i]).every((value) => {
          cells[columns[i]] = value;
          return all(i + 1);
        });
      };
      return all(0);
    };
    columns.forEach((column, i) => {
      const { kind, candidates } = this.model.columns[column];
      const [start, from] = [change.cells[column], this.cells[column]];
      const fits = (cell) => cell >= 0 && cell < candidates && cell !== from && keepsAnswer(i, cell);
      if (kind === "numeric") {
        for (let cell = start + 1; fits(cell); cell++) box[i].push(cell);
        for (let cell = start - 1; fits(cell); cell--) box[i].unshift(cell);
      } else {
        const others = Array.from({ length: candidates }, (_, cell) => cell).filter((cell) => cell !== start);
        box[i].push(...others.filter(fits));
      }
    });
    return { ...change, box };
  }
}

/** All subsets of so many items, in order. */
function* subsets(items, size, from = 0) {
  if (size === 0) {
    yield [];
    return;
  }
  for (let at = from; at <= items.length - size; at++) {
    for (const rest of subsets(items, size - 1, at + 1)) yield [items[at], ...rest];
  }
}
