// The live page: one socket a tab carries commands up and changed regions down.
// It holds no text and no rule: all of it comes from the server (see web/messages.py).
import { addLines, answerAlone, clearField, installChat, replaceLines, restoreField } from "./chat.js";
import { animate } from "./motion.js";
import { installKeys } from "./keys.js";
import { installCopy } from "./copy.js";

/* global Idiomorph */
const body = document.body;
const PING_EVERY = 20_000; // ms
const PONG_WITHIN = 3_000; // ms without a pong until the socket counts as dead
const SHOW_LOST_AFTER = 1_500; // ms, so that a short gap shows nothing
const [FIRST_WAIT, LONGEST_WAIT] = [250, 8_000]; // ms between attempts to connect

const RELOAD = new Set([4401, 4403, 4404]); // signed out, not for this person any more, not there

let socket = null;
let wait = FIRST_WAIT;
let pongTimer = 0;
let lostTimer = 0;
let page = { epoch: "", n: 0, match: "", seen: 0 };
let skew = 0; // ms from this clock to the server's
let keepsChoice = false; // whether what is drawn belongs to the same match as before
let sentKey = ""; // the last event sent, so that a double click sends it once
let settle = null; // answers the question that is open
const requests = new Map(); // id -> request without an answer
const pending = new Map(); // id of an element -> attributes before optimistic changes, open requests

// --- The socket

function connect() {
  if (socket && socket.readyState < WebSocket.CLOSING) return;
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const own = (socket = new WebSocket(`${scheme}//${location.host}${body.dataset.live}`));
  socket.onopen = () => {
    wait = FIRST_WAIT;
    body.dataset.live = body.dataset.live.replace(/\?.*/, ""); // what the page shows changes from now on
    clearTimeout(lostTimer);
    lostTimer = 0;
    body.dataset.connection = "opening";
    for (const request of requests.values()) socket.send(JSON.stringify(request));
  };
  socket.onmessage = (event) => [JSON.parse(event.data)].flat().forEach(receive);
  socket.onclose = (event) => {
    if (own !== socket) return; // another one has taken its place
    clearTimeout(pongTimer);
    if (RELOAD.has(event.code)) return location.reload();
    lostTimer ||= setTimeout(() => (body.dataset.connection = "lost"), SHOW_LOST_AFTER);
    setTimeout(connect, wait * (0.7 + 0.6 * Math.random()));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  };
}

function ping() {
  if (socket?.readyState !== WebSocket.OPEN) return connect();
  socket.send('{"do":"ping"}');
  clearTimeout(pongTimer);
  pongTimer = setTimeout(() => { socket.close(); socket.onclose({}); socket.onclose = null; }, PONG_WITHIN);
}

// Ask for the whole page; a new socket brings it unasked.
function sync() {
  if (socket?.readyState === WebSocket.OPEN) socket.send('{"do":"sync"}');
}

// --- What comes down

function receive(message) {
  if (message.k === "pong") return clearTimeout(pongTimer);
  if (message.k === "ok" || message.k === "no") return answered(message);
  if (message.k === "chat") return hear(message);
  if (message.k === "patch" && (message.epoch !== page.epoch || message.n !== page.n + 1)) {
    return sync();
  }
  keepsChoice = (message.match ?? "") === page.match;
  if (!keepsChoice || message.seen !== page.seen) delete body.dataset.mode;
  body.dataset.connection = "live";
  page = { epoch: message.epoch, n: message.n, match: message.match ?? "", seen: message.seen ?? 0 };
  for (const [id, html] of Object.entries(message.regions ?? {})) draw(id, html);
  document.dispatchEvent(new Event("drawn"));
  if (message.k === "snap") replaceLines(message.log ?? []);
  else addLines(message.log ?? []);
  if (message.title) document.title = message.title;
  if (message.said) document.getElementById("said").textContent = message.said;
  if (message.now) skew = message.now - Date.now();
  countDown();
  if (message.go) return location.assign(message.go);
  if (message.turn) document.getElementById("your-turn").textContent = message.turn;
  animate(message.cues ?? [], Boolean(message.turn));
}

// Lines of the chat have no number: each tab gets its own, in their order.
function hear(message) {
  for (const [id, html] of Object.entries(message.regions ?? {})) draw(id, html);
  addLines(message.chat ?? [], true);
  if (message.said) document.getElementById("said").textContent = message.said;
}

function draw(id, html) {
  const element = document.getElementById(id);
  if (!element) return;
  const stage = element.className;
  Idiomorph.morph(element, html, {
    morphStyle: "outerHTML",
    ignoreActiveValue: document.activeElement?.matches("input:not([type=radio]), textarea") ?? false,
    callbacks: { beforeAttributeUpdated: mayUpdate },
  });
  if (id === "main" && element.className !== stage) scrollTo(0, 0); // such as a match that begins
}

// What a person has opened stays open, the sheet in front stays there until the next match, and a
// die that waits for its answer keeps its look.
function mayUpdate(name, node) {
  if (name === "open" && node.matches("details, dialog")) return false;
  if (name === "checked") return !keepsChoice;
  return !(pending.has(node.id) && (name === "aria-pressed" || name === "value"));
}

// Clocks run here: the server only says when they end.
function countDown() {
  for (const clock of document.querySelectorAll("[data-due]")) {
    const left = Math.max(0, Math.ceil((Number(clock.dataset.due) - Date.now() - skew) / 1000));
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
}

// --- What goes up

function answered({ id, k, code, text, ask, link, href }) {
  const request = requests.get(id);
  requests.delete(id);
  if (k === "ok" && text) answerAlone(text);
  if (k === "no") {
    if (request?.field) restoreField(request.field, request.fields.text);
    for (const [name, value] of pending.get(request?.die)?.before ?? []) {
      document.getElementById(request.die)?.setAttribute(name, value);
    }
    sentKey = "";
    if (ask && request) confirmed(text).then((yes) => yes && send(request.do, { ...request.fields, confirmed: "1" }, { to: request.to }));
    else refuse(text, link, href);
    if (code === "stale" || request?.die) sync();
  }
  if (request?.die && --pending.get(request.die).open === 0) pending.delete(request.die);
}

// A refusal may lead to its rule, in a tab of its own: who leaves the page leaves the table.
function refuse(text, label, href) {
  const toast = document.getElementById("refusal");
  toast.textContent = text;
  if (href) {
    const link = Object.assign(document.createElement("a"), { href, target: "_blank", rel: "noopener", textContent: label });
    toast.append(" ", link);
  }
  toast.hidden = false;
  const hide = () => (toast.matches(":hover, :focus-within") ? later() : (toast.hidden = true));
  const later = () => (refuse.timer = setTimeout(hide, href ? 9_000 : 6_000));
  clearTimeout(refuse.timer);
  later();
}

// `more` says what an answer is about: `to` is the form's address, `die` what was changed at
// once, `field` what was emptied.
function send(action, fields, more = {}) {
  const request = { id: randomHex(9), do: action, fields, ...more };
  requests.set(request.id, request);
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(request));
  else post(request);
}

// While the socket is down a command travels as a request of its own.
async function post(request) {
  try {
    const answer = await fetch(request.to, { method: "POST", body: new URLSearchParams(request.fields), headers: { "X-Live": "1" } });
    if (!requests.has(request.id)) return; // the socket was faster
    const told = answer.status === 204 ? {} : await answer.json();
    answered({ id: request.id, k: answer.ok ? "ok" : "no", ...told });
    connect();
  } catch { /* the request stays and is sent again when the socket is back */ }
}

function randomHex(bytes) {
  const numbers = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(numbers, (number) => number.toString(16).padStart(2, "0")).join("");
}

document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (!form.matches("form[data-live]")) return;
  if (form.elements.share) form.elements.share.value = randomHex(16);
  if (!page.epoch) return; // no socket has ever opened: the form goes as without scripts
  event.preventDefault();
  const fields = Object.fromEntries(new FormData(form, submitter));
  const action = form.getAttribute("action").split("/").pop();
  if (submitter?.dataset.gather) fields.event = gathered(submitter.dataset.gather);
  if ("seen" in fields) Object.assign(fields, { match: page.match, seen: String(page.seen) });
  if ("command" in fields) fields.command = randomHex(9);
  const key = action === "play" ? `${fields.match} ${fields.seen} ${fields.event}` : "";
  if (key && key === sentKey) return;
  const question = submitter?.dataset.confirm;
  if (question) {
    if (!(await confirmed(question))) return;
    fields.confirmed = "1";
  }
  sentKey = key || sentKey;
  if (action === "play") delete body.dataset.mode;
  const { clears: field } = form.dataset;
  if (field && !clearField(field)) return;
  const die = submitter?.hasAttribute("data-optimistic") ? flip(submitter) : "";
  send(action, fields, { to: form.action, die, field });
});

function gathered(word) {
  const held = [...document.querySelectorAll('[data-die][aria-pressed="true"]')];
  return [word, ...held.map((die) => die.dataset.die).sort()].join(" ");
}

// Show a held die as held at once; remember how it was in case the server refuses.
function flip(die) {
  const names = ["aria-pressed", "value"];
  const before = names.map((name) => [name, die.getAttribute(name)]);
  if (!pending.has(die.id)) pending.set(die.id, { before, open: 0 });
  pending.get(die.id).open += 1;
  const isHeld = die.getAttribute("aria-pressed") === "true";
  die.setAttribute("aria-pressed", String(!isHeld));
  die.value = `${die.dataset.die}:${isHeld ? 1 : 0}`;
  return die.id;
}

// A question may be asked again before the browser tells that the dialog has been closed.
function confirmed(question) {
  const dialog = document.getElementById("confirm");
  dialog.querySelector(".dialog-text").textContent = question;
  dialog.returnValue = "";
  settle?.(false);
  dialog.onclose = () => dialog.open || settle(dialog.returnValue === "ok");
  dialog.showModal();
  return new Promise((resolve) => (settle = resolve));
}

installKeys();
installChat();
installCopy();
for (const type of ["visibilitychange", "pageshow", "online", "offline"]) {
  (type === "visibilitychange" ? document : window).addEventListener(type, () => document.hidden || ping());
}
setInterval(ping, PING_EVERY);
setInterval(countDown, 500);
body.dataset.connection = "opening"; // keys and presses are heard from here on
connect();
