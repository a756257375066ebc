// Keys and pointers, declared by the page: data-key names keys, data-opens a dialog,
// data-mode-toggle a mode of the page, data-tap what a tap on an empty place presses.

const CONTROLS = "a, button, summary, input, label, select, textarea";

function isShown(element) {
  return element.getClientRects().length > 0 && element.getAttribute("aria-disabled") !== "true";
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (document.querySelector("dialog[open]")) return;
  if (event.target.closest("input:not([type=radio]), textarea, select")) return;
  const key = event.key === " " ? "Space" : event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if ((key === "Space" || key === "Enter") && event.target.closest(CONTROLS)) return;
  const named = [...document.querySelectorAll("[data-key]")];
  const control = named.find((each) => each.dataset.key.split(" ").includes(key) && isShown(each));
  if (control) {
    event.preventDefault();
    control.click();
  } else if (key === "Escape") {
    delete document.body.dataset.mode;
  }
}

// The second click of a double click would meet what the first one has just changed.
function isTooMuch(event) {
  return event.detail > 1 && event.target.closest("a, button, [data-tap]") && !event.target.closest("[data-optimistic]");
}

function onClick(event) {
  if (isTooMuch(event) || event.target.closest('[aria-disabled="true"]')) return event.preventDefault();
  const opener = event.target.closest("[data-opens]");
  const dialog = opener && document.getElementById(opener.dataset.opens);
  if (dialog && !dialog.open && !("commandForElement" in opener)) dialog.showModal();
  const toggle = event.target.closest("[data-mode-toggle]");
  if (toggle) {
    event.preventDefault();
    const { modeToggle } = toggle.dataset;
    if (document.body.dataset.mode === modeToggle) delete document.body.dataset.mode;
    else document.body.dataset.mode = modeToggle;
  }
  const felt = !event.target.closest(CONTROLS) && event.target.closest("[data-tap]");
  const tapped = felt && felt.querySelector(felt.dataset.tap);
  if (tapped && isShown(tapped)) tapped.click();
}

export function installKeys() {
  document.addEventListener("keydown", onKey);
  document.addEventListener("click", onClick);
}
