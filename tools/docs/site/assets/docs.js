"use strict";

const root = document.body.dataset.root;
const box = document.querySelector("search");
const input = document.querySelector("#search");
const found = document.querySelector("#found");
const count = document.querySelector("#found-count");
const MOST = 12;

/** All headings with the text below them, fetched at the first search. */
let index = null;

function load() {
  index ??= fetch(`${root}search.json`).then((response) => response.json());
  return index;
}

function words(text) {
  return text.toLowerCase().split(/\s+/).filter((word) => word !== "");
}

/** Scores a part of a page: 0 unless it contains all words. Words in headings count more. */
function score({ heading, title, text }, wanted) {
  let sum = 0;
  for (const word of wanted) {
    const here = heading.toLowerCase();
    const points = (here === word ? 40 : 0) + (here.includes(word) ? 20 : 0) +
      (title.toLowerCase().includes(word) ? 5 : 0) + (text.toLowerCase().includes(word) ? 1 : 0);
    if (points === 0) return 0;
    sum += points;
  }
  return sum;
}

function excerpt(text, wanted) {
  const at = text.toLowerCase().indexOf(wanted.find((word) => text.toLowerCase().includes(word)));
  return text.slice(Math.max(0, at - 30), at + 120);
}

function row({ url, title, heading, text }, wanted) {
  const link = document.createElement("a");
  link.href = root + url;
  link.textContent = heading === title ? title : `${title}: ${heading}`;
  const more = document.createElement("small");
  more.textContent = excerpt(text, wanted);
  link.append(more);
  const item = document.createElement("li");
  item.append(link);
  return item;
}

async function search() {
  const wanted = words(input.value);
  const parts = wanted.length === 0 ? [] : await load();
  // The query changed while the index loaded.
  if (wanted.join(" ") !== words(input.value).join(" ")) return;
  const best = parts.map((part) => ({ part, points: score(part, wanted) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, MOST);
  found.replaceChildren(...best.map(({ part }) => row(part, wanted)));
  count.textContent = wanted.length === 0 ? "" : `${best.length} found`;
}

function close() {
  found.replaceChildren();
  count.textContent = "";
}

if (location.protocol.startsWith("http")) {
  box.hidden = false;
  input.addEventListener("focus", load, { once: true });
  input.addEventListener("input", search);
  box.addEventListener("keydown", (event) => {
    const links = [...found.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    if (event.key === "Escape") {
      input.focus();
      close();
    } else if (event.key === "ArrowDown") links[at + 1]?.focus();
    else if (event.key === "ArrowUp") (links[at - 1] ?? input).focus();
    else if (event.key === "Enter" && at < 0) links[0]?.click();
    else return;
    event.preventDefault();
  });
  box.addEventListener("focusout", (event) => {
    if (!box.contains(event.relatedTarget)) close();
  });
  found.addEventListener("click", close);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.closest("input")) return;
    event.preventDefault();
    input.focus();
  });
}

if (navigator.clipboard) {
  for (const block of document.querySelectorAll("figure.code")) {
    const typed = [...block.querySelectorAll(".typed")];
    const text = typed.length > 0
      ? typed.map((line) => line.textContent).join("\n")
      : block.querySelector("code").textContent.trimEnd();
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
      setTimeout(() => button.textContent = "Copy", 2000);
    });
    block.append(button);
  }
}

// On wide windows, the styles show the list of pages even if it is closed.
if (matchMedia("(width >= 60rem)").matches) document.querySelector("nav.pages details").open = true;
