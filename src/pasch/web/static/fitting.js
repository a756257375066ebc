// Forms that offer only what fits: whenever something is chosen, [data-fits] says where to ask for
// the form anew. The latest answer counts.

/* global Idiomorph */
let asked = 0;

document.addEventListener("change", async ({ target }) => {
  const form = target.closest("form[data-fits]");
  if (!form) return;
  const mine = ++asked;
  const fields = new URLSearchParams(new FormData(form));
  const answer = await fetch(`${form.dataset.fits}?${fields}`, { headers: { "X-Live": "1" } }).catch(() => null);
  if (answer?.ok && mine === asked) Idiomorph.morph(form, await answer.text(), { morphStyle: "outerHTML" });
});
