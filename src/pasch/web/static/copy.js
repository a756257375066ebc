// Copy the text of an element: data-copies names it. The newer way needs a secure context, which an
// address of a local network is not.

export function installCopy() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copies]");
    const source = button && document.getElementById(button.dataset.copies);
    if (!source) return;
    getSelection().selectAllChildren(source);
    if (!document.execCommand("copy")) return;
    button.dataset.done = "";
    document.getElementById("said").textContent = button.querySelector(".copied").textContent;
  });
}
