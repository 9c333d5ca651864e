// Shows the state of one moment as folded lists. All text reaches the page as text, never as markup.
"use strict";

const find = (id) => document.getElementById(id);

function make(tag, text, ...children) {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  element.append(...children);
  return element;
}

function button(text, action, label) {
  const element = make("button", text);
  element.className = "link";
  if (label) element.setAttribute("aria-label", label);
  element.addEventListener("click", action);
  return element;
}

function place(text) {
  const element = make("span", text);
  element.className = "at";
  return element;
}

function valueText(value) {
  if (value && typeof value === "object" && value.$text !== undefined) return String(value.$text) + (value.$cut ? ` … (${value.$cut} bytes more)` : "");
  if (value && typeof value === "object" && value.$private) return "(private)";
  if (value && typeof value === "object" && value.$omitted !== undefined) return `(left out: ${value.$omitted} bytes)`;
  if (value && typeof value === "object" && value.$ref !== undefined) return `→ #${value.$ref}`;
  return JSON.stringify(value) ?? "(none)";
}

/** Draws trees; `explain` is called with a property that was clicked. */
class StateView {
  /** How many children of a value are drawn at once. */
  static most = 200;

  constructor(element, explain) {
    this.element = element;
    this.explain = explain;
    /** What the reader has unfolded or folded, by its path, so that it stays so in other moments. */
    this.folds = new Map();
  }

  draw(history, state, before) {
    const roots = [];
    for (const [tree, nodes] of state) {
      const record = history.trees.get(tree);
      if (!record) continue;
      const at = { tree, nodes, before: before === undefined ? undefined : before.get(tree) ?? new Map(), path: [], names: [String(tree)], depth: 0 };
      roots.push(this.#node(String(record.name), String(record.root), at));
    }
    this.element.replaceChildren(...roots);
  }

  #node(name, id, at) {
    const node = at.nodes.get(id);
    if (!node || typeof node !== "object" || at.path.includes(id)) return make("div", `${name}: → ${id}${node ? " (above)" : " (not in the state)"}`);
    const before = at.before?.get(id);
    const isChanged = at.before !== undefined && before !== node && differ(before, node);
    const words = `${name}: ${node.$kind ?? "node"}${node.$id !== undefined ? ` ${node.$id}` : ""} #${id}`;
    const names = [...at.names, id];
    return this.#fold(words, isChanged, at.path.length < 2, names, () =>
      this.#some(Object.entries(node).filter(([key]) => key !== "$kind" && key !== "$id"), ([key, value]) => {
        const former = at.before === undefined ? undefined : before ? before[key] ?? null : null;
        return this.#value(key, value, { ...at, path: [...at.path, id], names: [...names, key], node: id, property: key, depth: 0 }, former);
      }));
  }

  #value(name, value, at, former) {
    if (value && typeof value === "object" && value.$ref !== undefined) return this.#node(name, String(value.$ref), at);
    const isChanged = former !== undefined && differ(former, value);
    if (isLeaf(value)) return this.#leaf(name, value, at, isChanged, former);
    const entries = Object.entries(value);
    const fold = this.#fold(`${name} (${entries.length})`, isChanged, entries.length > 0 && entries.length <= 20 && at.depth < 3, at.names, () =>
      this.#some(entries, ([key, child]) => {
        const one = former && typeof former === "object" ? former[key] ?? null : former;
        return this.#value(key, child, { ...at, names: [...at.names, key], depth: at.depth + 1 }, one);
      }));
    if (at.depth === 0) fold.firstChild.append(" ", button("why?", (event) => { event.preventDefault(); this.explain(at); }, `Why ${name}`));
    return fold;
  }

  #leaf(name, value, at, isChanged, former) {
    const line = make("div");
    const text = make("span", valueText(value));
    text.className = "value";
    line.append(button(name, () => this.explain(at), `Why ${name}`), ": ", text);
    if (isChanged) {
      line.classList.add("changed");
      line.append(make("small", ` was ${valueText(former)}`));
    }
    return line;
  }

  // Long lists are drawn in parts.
  #some(entries, draw, from = 0) {
    const shown = entries.slice(from, from + StateView.most).map(draw);
    const rest = entries.length - from - shown.length;
    if (rest <= 0) return shown;
    const more = button(`${rest} more`, () => more.replaceWith(...this.#some(entries, draw, from + shown.length)));
    return [...shown, more];
  }

  // Children are made when they are first seen.
  #fold(text, isChanged, isOpen, names, children) {
    const details = make("details", undefined, make("summary", text));
    const key = names.join("\u0000");
    if (isChanged) details.firstChild.classList.add("changed");
    let isFilled = false;
    const fill = () => {
      if (!details.open || isFilled) return;
      isFilled = true;
      details.append(...children());
    };
    details.open = this.folds.get(key) ?? isOpen;
    fill();
    details.firstChild.addEventListener("click", () => this.folds.set(key, !details.open));
    details.addEventListener("toggle", fill);
    return details;
  }
}
