// The stream of a place and its field. Lines come drawn from the server; here they are placed,
// counted while nobody looks, and reactions shown for a moment beside the badges of their author.

/* global Idiomorph */
const NEAR_END = 40; // px from the end within which a stream follows its new lines
const LINES_SHOWN = 200; // of the chat, as after a reload
const REACTION_SHOWN = 2_600; // ms
const SMALL = matchMedia("(max-width: 860px)");
const CALM = matchMedia("(prefers-reduced-motion: reduce)");
const { body } = document;
const log = document.getElementById("log");
const text = document.getElementById("chat-text");
const opener = document.querySelector(".chat-open");
const more = document.querySelector(".chat-more");
let unread = 0;

// --- Lines

// The frame is laid out from its end, where its scroll position is 0.
export function addLines(lines, isChat = false) {
  if (!log || !lines.length) return;
  const frame = log.parentElement;
  const follows = Math.abs(frame.scrollTop) < NEAR_END;
  for (const line of lines) log.insertAdjacentHTML("beforeend", line);
  const added = [...log.children].slice(-lines.length);
  showTimes(added);
  if (follows) frame.scrollTop = 0;
  if (!isChat) return;
  const chat = [...log.querySelectorAll(".is-said, .is-reaction, .is-notice")];
  for (const old of chat.slice(0, -LINES_SHOWN)) old.remove();
  for (const line of added) if (line.dataset.react) showReaction(line);
  const said = added.filter((line) => !line.matches(".is-notice"));
  if (SMALL.matches && body.dataset.chat !== "open") countUnread(unread + said.length);
}

export function replaceLines(lines) {
  if (!log) return;
  Idiomorph.morph(log, lines.join(""), { morphStyle: "innerHTML" });
  showTimes(log.children);
}

export function answerAlone(words) {
  if (!log) return;
  const line = document.createElement("li");
  line.className = "log-line is-alone";
  line.textContent = words;
  log.append(line);
  log.parentElement.scrollTop = 0;
}

const today = new Intl.DateTimeFormat(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
const earlier = new Intl.DateTimeFormat(document.documentElement.lang, { day: "numeric", month: "numeric", hour: "2-digit", minute: "2-digit" });

function showTimes(lines) {
  for (const line of lines) {
    const time = line.querySelector("time:empty");
    if (!time) continue;
    const at = new Date(time.dateTime);
    time.textContent = (at.toDateString() === new Date().toDateString() ? today : earlier).format(at);
  }
}

// --- Reactions

function showReaction(line) {
  const icon = line.querySelector(".log-reaction .icon");
  const badges = [...document.querySelectorAll(`#main .badge.hue-${line.dataset.react}`)];
  const places = badges.map((badge) => badge.getBoundingClientRect()).filter((place) => place.width && place.bottom > 0 && place.top < innerHeight);
  for (const { left, top, width } of places) {
    const bubble = document.createElement("span");
    bubble.className = "bubble";
    bubble.setAttribute("aria-hidden", "true");
    bubble.append(icon.cloneNode(true));
    bubble.style.left = `${left + width / 2}px`;
    bubble.style.top = `${top}px`;
    body.append(bubble);
    const rise = CALM.matches ? [{ opacity: 1 }, { opacity: 1 }] : [
      { transform: "translate(-50%, 0) scale(.4)", opacity: 0 },
      { transform: "translate(-50%, -70%) scale(1.1)", opacity: 1, offset: 0.12 },
      { transform: "translate(-50%, -64%)", opacity: 1, offset: 0.85 },
      { transform: "translate(-50%, -90%)", opacity: 0 },
    ];
    bubble.animate(rise, { duration: REACTION_SHOWN, easing: "ease-out" }).onfinish = () => bubble.remove();
  }
}

// --- The field

// Empty the field that is being sent; false when there is nothing in it.
export function clearField(id) {
  const field = document.getElementById(id);
  const isEmpty = !field.value.trim();
  if (!isEmpty) field.value = "";
  return !isEmpty;
}

// What was refused comes back, unless something else stands there by now.
export function restoreField(id, words) {
  const field = document.getElementById(id);
  if (field && !field.value) field.value = words;
}

// --- The panel of small screens

function setOpen(isOpen) {
  if (isOpen) {
    body.dataset.chat = "open";
    countUnread(0);
    log.parentElement.scrollTop = 0;
    (text ?? document.querySelector(".chat-close")).focus();
  } else if (body.dataset.chat) {
    delete body.dataset.chat;
    opener.focus();
  }
  opener.setAttribute("aria-expanded", String(isOpen));
}

function countUnread(number) {
  unread = number;
  const count = opener.querySelector(".chat-unread");
  count.textContent = String(number);
  count.hidden = opener.querySelector(".chat-unread-note").hidden = !number;
}

function onClick(event) {
  const { target } = event;
  const control = target.closest("a[data-chat], button[data-chat]"); // the body tells whether it is open
  if (control && SMALL.matches) {
    event.preventDefault();
    setOpen(control.dataset.chat === "open" && body.dataset.chat !== "open");
  }
  if (more?.open && (!more.contains(target) || target.closest("button[name=reaction]"))) more.open = false;
}

function onKey(event) {
  if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
  if (more?.open) {
    more.open = false;
    more.querySelector("summary").focus();
  } else if (body.dataset.chat) setOpen(false);
  else if (document.activeElement === text) text.blur();
  else return;
  event.stopPropagation();
}

// The panel ends where the dock begins, whatever the game puts there.
function watchDock() {
  const measure = () => {
    const dock = document.getElementById("dock");
    document.documentElement.style.setProperty("--dock", `${dock && SMALL.matches ? dock.offsetHeight : 0}px`);
  };
  const main = document.getElementById("main");
  const sizes = new ResizeObserver(measure);
  const observe = () => {
    sizes.disconnect();
    const dock = document.getElementById("dock");
    if (dock) sizes.observe(dock);
    measure();
  };
  if (main) new MutationObserver(observe).observe(main, { childList: true });
  SMALL.addEventListener("change", measure);
  observe();
}

export function installChat() {
  if (!log) return;
  showTimes(log.children);
  opener.setAttribute("role", "button");
  opener.setAttribute("aria-expanded", "false");
  opener.setAttribute("aria-controls", "history");
  document.addEventListener("click", onClick);
  document.addEventListener("keydown", onKey, true);
  watchDock();
}
