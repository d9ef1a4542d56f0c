/* The slider of sizes: shows the rules of one. Without a script the model chosen is shown. */

{
  const slider = document.getElementById("size");
  const models = [...document.querySelectorAll(".size")];
  const show = () => {
    const at = Number(slider.value);
    models.forEach((model, i) => (model.hidden = i !== at));
    document.getElementById("size-rules").textContent = models[at].dataset.rules;
    slider.setAttribute("aria-valuetext", models[at].dataset.says);
  };
  // One size leaves nothing to choose.
  if (slider && models.length > 1) {
    slider.closest(".slider").hidden = false;
    slider.addEventListener("input", show);
    show();
  }
}
