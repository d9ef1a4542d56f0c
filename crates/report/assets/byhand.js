/* Changes of the model by hand, and their quality. A part of the page's one script: see report.html. */

const byHand = byId("by-hand");
if (byHand) {
  const { patterns, files, weighing } = data.by_hand;
  const other = 1 - data.towards;
  const start = data.intercepts.length ? (data.intercepts[data.towards] - data.intercepts[other]) / data.unit : 0;
  const rules = data.rules.map((rule, at) => ({
    exact: rule.points / data.unit,
    points: rule.points / data.unit,
    kept: true,
    words: rule.words.join(" and "),
    box: byId(`keep-${at}`),
    field: byId(`points-${at}`),
  }));
  const asShown = (points) => (data.whole ? points.toFixed(0) : points.toFixed(3));

  /** The sum of the points of a pattern, and the class that they decide for. */
  const answer = (met, weigh) => {
    const used = met.filter((rule) => rules[rule].kept || weigh === exactly);
    const sum = used.reduce((sum, rule) => sum + weigh(rules[rule]), weigh === again ? fittedStart : start);
    if (data.cut) return { sum, predicted: sum * data.unit >= data.cut.at ? data.towards : other };
    if (used.length === 0 && data.intercepts.length === 0) return { sum, predicted: data.fallback.otherwise };
    // The first of classes that tie wins.
    return { sum, predicted: sum > 0 || (sum === 0 && data.towards === 0) ? data.towards : other };
  };
  const exactly = (rule) => rule.exact;
  const changed = (rule) => rule.points;
  const again = (rule) => rule.fitted;
  let fittedStart = start;
  const softplus = (x) => Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));

  /** The costs of the weights. */
  const costs = (weigh) =>
    rules.reduce((all, rule, at) => {
      const weight = rule.kept || weigh === exactly ? Math.abs(weigh(rule)) * data.unit : 0;
      return all + weighing.costs[at] * weight + (weighing.ridge / 2) * weight * weight;
    }, 0);

  /** Fits the start and the points that nobody changed: by Newton steps for one of them at a time, each of which keeps its sign. */
  const fit = () => {
    const of = rules.map(() => []);
    patterns.forEach(([met], at) => met.forEach((rule) => of[rule].push(at)));
    const free = rules.map((rule, at) => at).filter((at) => rules[at].kept && rules[at].points === rules[at].exact && rules[at].exact !== 0);
    const weights = rules.map((rule) => (rule.kept ? rule.points * data.unit : 0));
    let intercept = start * data.unit;
    const odds = patterns.map(([met]) => met.reduce((sum, rule) => sum + weights[rule], intercept));
    const everywhere = patterns.map((_, at) => at);
    const step = (places, slope, curve, from, within) => {
      for (const at of places) {
        const [, rows] = patterns[at];
        const share = 1 / (1 + Math.exp(-odds[at]));
        const all = rows[0] + rows[1];
        slope += all * share - rows[data.towards];
        curve += all * share * (1 - share);
      }
      if (!(curve > 0)) return 0;
      const by = within(from - Math.max(-1, Math.min(1, slope / curve))) - from;
      for (const at of places) odds[at] += by;
      return by;
    };
    for (let sweep = 0, moved = 1; sweep < 2000 && moved > 1e-9; sweep++) {
      const by = step(everywhere, 0, 0, intercept, (to) => Math.max(-30, Math.min(30, to)));
      intercept += by;
      moved = Math.abs(by);
      for (const at of free) {
        const sign = Math.sign(rules[at].exact);
        const slope = sign * weighing.costs[at] + weighing.ridge * weights[at];
        const by = step(of[at], slope, weighing.ridge, weights[at], (to) => sign * Math.max(0, sign * to));
        weights[at] += by;
        moved = Math.max(moved, Math.abs(by));
      }
    }
    fittedStart = intercept / data.unit;
    rules.forEach((rule, at) => (rule.fitted = weights[at] / data.unit));
  };

  /** Accuracy, the area under the ROC curve and, for log-odds, the log loss of a row and of all rows, of the model with such points. */
  const measure = (weigh) => {
    const scored = patterns.map(([met, rows]) => ({ ...answer(met, weigh), yes: rows[data.towards], no: rows[other] }));
    const all = scored.reduce((all, { yes, no }) => ({ yes: all.yes + yes, no: all.no + no }), { yes: 0, no: 0 });
    let [right, pairs, below, loss] = [0, 0, 0, 0];
    scored.sort((a, b) => a.sum - b.sum);
    for (let at = 0; at < scored.length; ) {
      let [yes, no] = [0, 0];
      const { sum } = scored[at];
      for (; at < scored.length && scored[at].sum === sum; at++) {
        yes += scored[at].yes;
        no += scored[at].no;
        right += scored[at].predicted === data.towards ? scored[at].yes : scored[at].no;
      }
      pairs += yes * (below + no / 2);
      below += no;
      const odds = sum * data.unit;
      loss += yes * softplus(-odds) + no * softplus(odds);
    }
    const n = all.yes + all.no;
    return { accuracy: right / n, auc: all.yes && all.no ? pairs / (all.yes * all.no) : null, loss: loss / n, total: loss };
  };

  /** An argument as a POSIX shell reads it. */
  const quoted = (text) => (/^[\w./=,+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

  /** The command that makes these changes and fits the other weights again. */
  const command = () => {
    const touched = rules.map((rule, at) => ({ ...rule, at })).filter((rule) => !rule.kept || rule.points !== rule.exact);
    const words = ["rulegen", "edit", ...files, "--drop", touched.map((rule) => rule.at + 1).join(",")];
    for (const rule of touched.filter((rule) => rule.kept)) {
      const points = rule.points < 0 ? String(rule.points) : `+${rule.points}`;
      words.push("--add", `if ${rule.words} then ${points}`);
    }
    return words.map(quoted).join(" ");
  };

  /** Writes the quality and the score of the model with such points. */
  const fill = (which, weigh) => {
    const { accuracy, auc, loss, total } = measure(weigh);
    byId(`${which}-accuracy`).textContent = `${(100 * accuracy).toFixed(2)}%`;
    if (weighing) byId(`score-${which}`).textContent = (total + costs(weigh)).toFixed(2);
    if (!data.probabilities) return;
    byId(`${which}-auc`).textContent = auc === null ? "" : auc.toFixed(4);
    byId(`${which}-loss`).textContent = loss.toFixed(4);
  };
  fill("before", exactly);
  const showFitted = () => {
    fit();
    fill("fitted", again);
    rules.forEach((rule, at) => (byId(`again-${at}`).textContent = rule.kept ? asShown(rule.fitted) : ""));
  };
  const show = () => {
    fill("after", changed);
    if (weighing) showFitted();
    const isChanged = rules.some((rule) => !rule.kept || rule.points !== rule.exact);
    byId("by-hand-command").textContent = isChanged && !data.whole ? command() : "";
    byId("by-hand-how").hidden = !isChanged || data.whole;
    byId("by-hand-undo").disabled = !isChanged;
  };
  for (const rule of rules) {
    onEdit(rule.field, () => {
      const typed = Number(rule.field.value);
      const readable = rule.field.value.trim() !== "" && Number.isFinite(typed);
      rule.field.setAttribute("aria-invalid", String(!readable));
      if (!readable) return;
      rule.points = rule.field.value === asShown(rule.exact) ? rule.exact : typed;
      show();
    });
    rule.box.addEventListener("change", () => {
      rule.kept = rule.box.checked;
      rule.field.disabled = !rule.kept;
      show();
    });
  }
  const undo = () => {
    for (const rule of rules) {
      Object.assign(rule, { points: rule.exact, kept: true });
      rule.box.checked = true;
      rule.field.disabled = false;
      rule.field.value = asShown(rule.exact);
      rule.field.setAttribute("aria-invalid", "false");
    }
    show();
  };
  byId("by-hand-undo").addEventListener("click", undo);
  byHand.hidden = false;
  undo();
}
