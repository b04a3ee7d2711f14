/** The script that adds copy buttons to boxes of text. */

export const COPY_SCRIPT = `"use strict";
if (navigator.clipboard) {
  for (const box of document.querySelectorAll("[data-copy]")) {
    const text = box.querySelector("code").textContent.replace(/\\n$/, "");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", "Copy " + box.dataset.copy);
    const said = document.createElement("span");
    said.className = "hint";
    said.setAttribute("role", "status");
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text);
        said.textContent = "Copied";
      } catch {
        said.textContent = "Your browser blocked copying";
      }
      setTimeout(() => said.textContent = "", 4000);
    });
    const row = document.createElement("p");
    row.className = "copying";
    row.append(button, said);
    box.after(row);
  }
}
`;
