// Motion and sound: cues name elements that have just changed. The Web Animations API is used
// because a class would be gone with the next morph.

const calm = matchMedia("(prefers-reduced-motion: reduce)");
let audio = null;

const MOVES = {
  throw: [
    [
      { transform: "translateY(-18px) rotate(-200deg) scale(.9)" },
      { transform: "translateY(4px) rotate(15deg)", offset: 0.75 },
      { transform: "none" },
    ],
    { duration: 400, easing: "cubic-bezier(.2,.7,.3,1)" },
  ],
  place: [[{ transform: "translateY(60px) scale(1.3)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: 320, easing: "cubic-bezier(.2,.7,.3,1)" }],
  write: [[{ transform: "scale(1.6)", opacity: 0.2 }, { transform: "none", opacity: 1 }], { duration: 260, easing: "ease-out" }],
  gain: [[{ transform: "none" }, { transform: "scale(1.25)", offset: 0.4 }, { transform: "none" }], { duration: 420, easing: "ease-out" }],
  lose: [[0, -7, 6, -4, 2, 0].map((x) => ({ transform: `translateX(${x}px)` })), { duration: 420 }],
};

const NOTES = { throw: [[170, 0, 0.05], [130, 0.06, 0.05], [150, 0.13, 0.05]], write: [[520, 0, 0.05]], place: [[210, 0, 0.04]], draw: [[330, 0, 0.04]], knock: [[110, 0, 0.06], [110, 0.14, 0.06]], score: [[523, 0, 0.08], [784, 0.09, 0.14]], gain: [[520, 0.3, 0.08], [780, 0.4, 0.14]], lose: [[240, 0.3, 0.12], [160, 0.44, 0.25]], turn: [[660, 0, 0.12], [880, 0.13, 0.2]] };

export function animate(cues, isMyTurn) {
  for (const { t: kind, at } of cues) {
    const move = MOVES[kind];
    if (move && !calm.matches) for (const id of at) document.getElementById(id)?.animate(...move);
  }
  const kinds = cues.map((cue) => cue.t);
  for (const kind of new Set(isMyTurn ? [...kinds, "turn"] : kinds)) if (NOTES[kind]) play(NOTES[kind]);
}

const isMuted = () => "muted" in document.body.dataset;

// Browsers allow sound only after a first touch of the page.
function play(notes) {
  if (isMuted() || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  for (const [frequency, start, length] of notes) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const from = audio.currentTime + start;
    tone.frequency.value = frequency;
    tone.type = "triangle";
    volume.gain.setValueAtTime(0.12, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + length);
  }
}

function showMute() {
  for (const button of document.querySelectorAll("[data-mute]")) button.setAttribute("aria-pressed", String(isMuted()));
}

// What somebody prefers is kept by the server, so that it holds on other devices too.
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-mute]")) return;
  document.body.toggleAttribute("data-muted");
  showMute();
  const fields = new URLSearchParams({ sound: isMuted() ? "off" : "on" });
  fetch("/settings", { method: "POST", body: fields, headers: { "X-Live": "1" }, keepalive: true }).catch(() => {});
});
showMute();
