"use strict";
// Searches the list of all pages, which build-site writes, and shows the best matches.
const MOST = 50;
const input = document.getElementById("query");
let pages = [];

function score(page, words) {
  const title = page.title.toLowerCase();
  const text = `${title} ${page.abstract.toLowerCase()} ${page.module.toLowerCase()}`;
  let sum = page.kind === "article" || page.kind === "module" ? 2 : 0;
  for (const word of words) {
    if (title === word) sum += 40;
    else if (title.startsWith(word)) sum += 20;
    else if (title.includes(word)) sum += 10;
    else if (text.includes(word)) sum += 3;
    else return 0;
  }
  return sum - title.length / 100;
}

function item(page) {
  const line = document.createElement("li");
  const link = document.createElement("a");
  link.href = page.path;
  link.textContent = page.title;
  const kind = document.createElement("span");
  kind.className = "module";
  kind.textContent = ` ${page.module} · ${page.kind}`;
  const abstract = document.createElement("span");
  abstract.className = "abstract";
  abstract.textContent = page.abstract;
  line.append(link, kind, abstract);
  return line;
}

function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length === 0 ? [] : pages
    .map((page) => ({ page, score: score(page, words) }))
    .filter((match) => match.score > 0)
    .sort((a, b) => b.score - a.score);
  document.getElementById("count").textContent =
    words.length === 0 ? "" : found.length === 1 ? "1 page" : `${found.length} pages`;
  document.getElementById("results").replaceChildren(...found.slice(0, MOST).map((match) => item(match.page)));
  history.replaceState(null, "", words.length ? `?q=${encodeURIComponent(input.value)}` : location.pathname);
}

fetch("search.json")
  .then((answer) => answer.json())
  .then((list) => {
    pages = list;
    const modules = pages.filter((page) => page.kind === "module");
    document.getElementById("modules").replaceChildren(...modules.map(item));
    input.value = new URLSearchParams(location.search).get("q") ?? "";
    input.addEventListener("input", search);
    search();
    document.body.dataset.ready = "true";
  });
