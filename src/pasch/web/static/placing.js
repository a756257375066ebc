// Choosing a piece and then its place, or the other way round; dragging does both at once. The
// page declares it: [data-piece] is a piece in one's hand, which is or holds a button [data-at=N]
// for each place that it fits; [data-spot=N] is a place. Without scripts these buttons do the same.
// Games whose pages need it name it among their `scripts`.

const FAR = 8; // px from which on a press is a drag
const NEAR = 60; // px round a place in which a piece may be dropped

let spot = ""; // the chosen place
let peek = null; // the piece under the pointer, or with the focus
let drag = null;

const all = (selector) => [...document.querySelectorAll(selector)];
const buttons = (piece) => (piece.matches("[data-at]") ? [piece] : [...piece.querySelectorAll("[data-at]")]);
const fitting = (piece, place) => buttons(piece).find((button) => button.dataset.at === place);
const chosen = () => document.querySelector("details[data-piece][open]");

function choose(place) {
  spot = place;
  show();
}

// What fits is marked anew after every redrawing, which takes the marks away.
function show() {
  if (spot && !document.querySelector(`[data-spot="${spot}"][aria-pressed]`)) spot = "";
  const piece = drag?.piece ?? chosen() ?? (spot ? null : peek);
  const places = new Set(piece && buttons(piece).map((button) => button.dataset.at));
  for (const each of all("[data-spot]")) {
    each.toggleAttribute("data-hot", places.has(each.dataset.spot));
    if (each.hasAttribute("aria-pressed")) each.setAttribute("aria-pressed", String(each.dataset.spot === spot));
  }
  for (const each of all("[data-piece]")) each.toggleAttribute("data-hot", Boolean(spot && fitting(each, spot)));
}

function put(button) {
  spot = "";
  button.form.requestSubmit(button);
}

function letGo() {
  chosen()?.removeAttribute("open");
  choose("");
}

function onClick(event) {
  const piece = event.target.closest("[data-piece]");
  const place = event.target.closest("[data-spot]");
  if (place) {
    const button = chosen() && fitting(chosen(), place.dataset.spot);
    if (!chosen() && place.type === "submit") return;
    event.preventDefault();
    if (button) put(button);
    else if (chosen()) letGo();
    else if (place.hasAttribute("aria-pressed")) choose(spot === place.dataset.spot ? "" : place.dataset.spot);
  } else if (piece && spot) {
    const button = fitting(piece, spot);
    if (button || piece.matches("[data-at]")) event.preventDefault();
    if (button) put(button);
    else choose("");
  }
}

function onToggle({ target }) {
  if (!target.matches("details[data-piece]")) return;
  if (target.open) spot = "";
  show();
  if (target.open) document.querySelector("[data-spot][data-hot]")?.scrollIntoView({ block: "nearest" });
}

function look(event) {
  const piece = event.target.closest?.("[data-piece]") ?? null;
  if (piece === peek) return;
  peek = piece;
  show();
}

// --- Dragging

function onDown(event) {
  const piece = event.target.closest("[data-piece]");
  if (piece && event.button === 0 && buttons(piece).length && !event.target.closest("[data-at]:not([data-piece])")) {
    drag = { piece, x: event.clientX, y: event.clientY, moves: false, over: null };
  }
}

function onMove({ clientX, clientY }) {
  if (!drag) return;
  const [x, y] = [clientX - drag.x, clientY - drag.y];
  if (!drag.moves && Math.hypot(x, y) < FAR) return;
  if (!drag.moves) {
    drag.moves = true;
    show();
  }
  drag.piece.style.translate = `${x}px ${y}px`;
  drag.over?.removeAttribute("data-over");
  drag.over = nearest(clientX, clientY);
  drag.over?.setAttribute("data-over", "");
}

function nearest(x, y) {
  const found = all("[data-spot][data-hot]").map((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return [Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)), each];
  });
  found.sort(([one], [other]) => one - other);
  return found.length && found[0][0] < NEAR ? found[0][1] : null;
}

function onUp(event) {
  if (!drag) return;
  const { piece, moves, over } = drag;
  drag = null;
  if (!moves) return;
  piece.style.translate = "";
  over?.removeAttribute("data-over");
  show();
  if (event.type === "pointercancel") return;
  const swallow = (click) => { click.preventDefault(); click.stopImmediatePropagation(); };
  addEventListener("click", swallow, { capture: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }));
  if (over) put(fitting(piece, over.dataset.spot));
}

for (const [type, listener] of Object.entries({ click: onClick, pointerdown: onDown, pointermove: onMove, pointerup: onUp, pointercancel: onUp, pointerover: look, focusin: look, drawn: show })) {
  document.addEventListener(type, listener);
}
document.addEventListener("toggle", onToggle, true);
document.addEventListener("keydown", (event) => event.key === "Escape" && letGo());
