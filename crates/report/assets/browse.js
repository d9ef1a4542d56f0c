/* Putting it together: cases are picked, edited and predicted. A part of the page's one script: see report.html. */

// Putting it together ----------------------------------------------------------------------------------------------

const update = () => {
  fields.forEach((field) => field.mark());
  if (problems.some((problem) => problem !== null)) {
    searches++;
    byId("prediction").replaceChildren(element("span", { class: "note" }, "No prediction while a value cannot be read."));
    delete byId("prediction").dataset.answer;
    for (const id of ["votes", "fired", "counterfactuals"]) byId(id).replaceChildren();
    byId("counterfactuals-message").textContent = "";
    return;
  }
  const prediction = model.predict(model.cells(values));
  showPrediction(prediction);
  if (model.hasProbabilities) showProbabilities(prediction);
  else showVotes(prediction);
  showFired(prediction);
  searchCounterfactuals();
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
  counterfactuals: () => searching,
};
