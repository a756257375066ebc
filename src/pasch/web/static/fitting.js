// Forms that offer only what fits: whenever something is chosen, [data-fits] says where to ask for
// the form anew. The latest answer counts.

/* global Idiomorph */
let asked = 0;
let coming = null; // the latest answer, while it is on its way

async function fit(form, mine) {
  const fields = new URLSearchParams(new FormData(form));
  const answer = await fetch(`${form.dataset.fits}?${fields}`, { headers: { "X-Live": "1" } }).catch(() => null);
  const html = answer?.ok ? await answer.text() : "";
  if (mine !== asked) return;
  coming = null;
  // What is just being typed stays.
  const ignoreActiveValue = document.activeElement?.matches("input[type=number]") ?? false;
  if (html) Idiomorph.morph(form, html, { morphStyle: "outerHTML", ignoreActiveValue });
}

document.addEventListener("change", ({ target }) => {
  const form = target.closest("form[data-fits]");
  if (form) coming = fit(form, ++asked);
});

// Until the answer is there a form may hold what fits no longer.
document.addEventListener("submit", async (event) => {
  if (!coming || !event.target.matches("form[data-fits]")) return;
  event.preventDefault();
  while (coming) await coming;
  event.target.requestSubmit();
});
