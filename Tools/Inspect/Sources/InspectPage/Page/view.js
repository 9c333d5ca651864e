// Shows a recording. All text reaches the page as text, never as markup.
"use strict";

(function () {
  const find = (id) => document.getElementById(id);
  const { records, unreadable } = readLines(JSON.parse(find("recording").textContent));
  const history = new History(records);
  const moments = history.moments;
  const rowHeight = 24;
  let current = moments.length - 1;
  let view = { from: history.start, to: Math.max(history.stop, history.start + 1) };
  let matches = [];
  let chosen;

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

  const milliseconds = (time) => `${((time - history.start) / 1e6).toFixed(3)} ms`;

  // MARK: The list

  function title(index) {
    const moment = moments[index];
    if (moment.mark !== undefined) return `${index} ⚑ ${moment.mark}`;
    const names = moment.writes.map((at) => records[at].name);
    const nodes = moment.last - moment.first + 1 - names.length;
    return `${index} ${names.slice(0, 4).join(", ") || `${nodes} nodes`}${names.length > 4 ? " …" : ""}`;
  }

  function drawList() {
    const list = find("list");
    const rows = find("rows");
    const first = Math.max(0, Math.floor(list.scrollTop / rowHeight) - 5);
    const last = Math.min(moments.length, first + Math.ceil(list.clientHeight / rowHeight) + 10);
    const shown = [];
    for (let index = first; index < last; index += 1) {
      const row = make("button", title(index));
      row.style.top = `${index * rowHeight}px`;
      row.setAttribute("aria-current", String(index === current));
      row.addEventListener("click", () => show(index));
      shown.push(row);
    }
    rows.replaceChildren(...shown);
  }

  // MARK: The state

  function valueText(value) {
    if (value && typeof value === "object" && value.$text !== undefined) return String(value.$text);
    if (value && typeof value === "object" && value.$private) return "(private)";
    if (value && typeof value === "object" && value.$omitted !== undefined) return `(left out: ${value.$omitted} bytes)`;
    return JSON.stringify(value) ?? "(none)";
  }

  // Equal objects of two moments need not be the same.
  const differ = (one, other) => one !== other && JSON.stringify(one) !== JSON.stringify(other);

  const isLeaf = (value) => value === null || typeof value !== "object" ||
    value.$text !== undefined || value.$private !== undefined || value.$omitted !== undefined;

  function drawValue(name, value, place, former) {
    if (value && typeof value === "object" && value.$ref !== undefined) return drawNode(name, String(value.$ref), place, former);
    if (isLeaf(value)) {
      const line = make("div");
      const isChanged = former !== undefined && differ(former, value);
      line.append(button(name, () => explain(place), `Why ${name}`), ": ", make("span", valueText(value)));
      line.lastChild.className = "value";
      if (isChanged) {
        line.classList.add("changed");
        line.append(make("small", ` was ${valueText(former)}`));
      }
      return line;
    }
    const entries = Object.entries(value);
    const isChanged = former !== undefined && differ(former, value);
    return fold(`${name} (${entries.length})`, isChanged, entries.length > 0 && entries.length <= 20 && place.depth < 3, () =>
      entries.slice(0, 1000).map(([key, child]) =>
        drawValue(key, child, { ...place, depth: place.depth + 1 }, former && typeof former === "object" ? former[key] ?? null : former)));
  }

  function drawNode(name, id, place, former) {
    const node = place.nodes.get(id);
    if (!node || typeof node !== "object" || place.path.includes(id)) return make("div", `${name}: → ${id}${node ? " (above)" : " (not in the state)"}`);
    const before = place.before?.get(id);
    const isChanged = place.before !== undefined && differ(before, node);
    const words = `${name}: ${node.$kind ?? "node"}${node.$id !== undefined ? ` ${node.$id}` : ""} #${id}`;
    return fold(words, isChanged, place.path.length < 2, () =>
      Object.entries(node).filter(([key]) => key !== "$kind" && key !== "$id").map(([key, value]) =>
        drawValue(key, value, { ...place, path: [...place.path, id], node: id, property: key, depth: 0 },
          place.before === undefined ? undefined : before ? before[key] ?? null : null)));
  }

  // Children are made when they are first seen.
  function fold(text, isChanged, isOpen, children) {
    const details = make("details", undefined, make("summary", text));
    if (isChanged) details.firstChild.classList.add("changed");
    const fill = () => { if (details.open && details.childElementCount === 1) details.append(...children()); };
    details.addEventListener("toggle", fill);
    details.open = isOpen;
    fill();
    return details;
  }

  function drawState() {
    const chosenBase = find("base").value;
    const base = chosenBase === "" ? current - 1 : Math.min(Number(chosenBase), moments.length - 1);
    const state = history.stateAt(current);
    const before = current < 0 ? undefined : history.stateAt(Math.max(base, -1));
    const roots = [];
    for (const [tree, nodes] of state) {
      const record = history.trees.get(tree);
      if (!record) continue;
      const place = { tree, nodes, before: before?.get(tree), path: [], depth: 0 };
      roots.push(drawNode(record.name, String(record.root), place));
    }
    find("state").replaceChildren(...roots);
    const moment = moments[current];
    find("moment").textContent = moment ? `Commit ${current} of ${moments.length - 1}, ${milliseconds(moment.time)}` : "Before the first commit";
  }

  // MARK: Why

  function explain(place) {
    chosen = place;
    const found = history.lastWrite(place.tree, place.node, place.property, current);
    const why = find("why");
    if (!found) return why.replaceChildren(make("p", `${place.property} has not been written in this recording.`));
    const { record, moment } = found;
    why.replaceChildren(
      make("p", `${place.property} was last written by commit ${moment}: ${record.private ? "(private)" : valueText(operationsOf(record.patch).map((step) => step.value ?? step.op))}`),
      button(`go to commit ${moment}`, () => show(moment)), drawChain(record.cause), drawRound(moments[moment].round));
  }

  function drawChain(cause) {
    const steps = history.chain(cause).map((step) => {
      const item = make("li", `${step.kind}${step.name ? ` “${step.name}”` : ""} `);
      item.append(make("span", step.at));
      item.lastChild.className = "at";
      if (step.omitted) item.append(` (${step.omitted} more before)`);
      return item;
    });
    return steps.length > 0 ? make("ol", undefined, ...steps) : make("p", "No cause is known.");
  }

  function drawRound(round) {
    if (!round) return make("p", "");
    const kind = round.transaction ? "A transaction" : "A single write";
    return make("p", `${kind}; ${round.notified} observers were called, in ${(round.ns / 1000).toFixed(1)} µs; ${round.removed} nodes were removed.`);
  }

  function explainMoment() {
    const moment = moments[current];
    if (!moment) return find("why").replaceChildren();
    const lines = moment.writes.slice(0, 50).map((at) => {
      const record = records[at];
      const kind = `${record.name} of #${record.node}`;
      return make("li", record.private ? `${kind}: (private)` : `${kind} = ${valueText(operationsOf(record.patch).map((step) => step.value ?? step.op)).slice(0, 300)}`);
    });
    const cause = moment.mark === undefined ? moment.cause : records[moment.first].cause;
    find("why").replaceChildren(make("ul", undefined, ...lines), drawChain(cause), drawRound(moment.round));
  }

  // MARK: The timeline

  function drawTimeline() {
    const canvas = find("timeline");
    const scale = window.devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    canvas.width = width * scale;
    canvas.height = height * scale;
    const brush = canvas.getContext("2d");
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name);
    brush.scale(scale, scale);
    const x = (time) => ((time - view.from) / (view.to - view.from)) * width;
    let row = 0;
    brush.font = "11px system-ui";
    for (const task of history.tasks.values()) {
      if (task.began === undefined || task.began > view.to || (task.ended ?? history.stop) < view.from) continue;
      const top = 4 + (row++ % 4) * 14;
      brush.fillStyle = colour("--line");
      brush.fillRect(x(task.began), top, Math.max(2, x(task.ended ?? history.stop) - x(task.began)), 12);
      brush.fillStyle = colour("--ink");
      if (row < 200) brush.fillText(task.name ?? `task ${task.number}`, Math.max(2, x(task.began) + 2), top + 10);
    }
    // One line for each column that has commits: as cheap for a million as for ten.
    const columns = new Uint32Array(Math.max(1, Math.ceil(width)));
    for (let index = firstAt(view.from); index < moments.length && moments[index].time <= view.to; index += 1) {
      const column = Math.min(columns.length - 1, Math.max(0, Math.floor(x(moments[index].time))));
      if (moments[index].mark === undefined) columns[column] += 1;
      else { brush.fillStyle = colour("--hot"); brush.fillRect(column, 60, 2, height - 60); }
    }
    brush.fillStyle = colour("--mark");
    columns.forEach((count, column) => {
      if (count > 0) brush.fillRect(column, height - Math.min(50, 8 + 6 * Math.log2(count + 1)), 1, 50);
    });
    if (moments[current]) { brush.fillStyle = colour("--ink"); brush.fillRect(x(moments[current].time) - 1, 0, 2, height); }
  }

  function firstAt(time) {
    let [low, high] = [0, moments.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (moments[middle].time < time) low = middle + 1; else high = middle;
    }
    return Math.max(0, low - 1);
  }

  function zoom(factor, at) {
    const middle = view.from + (view.to - view.from) * at;
    const length = Math.max(1000, Math.min((view.to - view.from) * factor, history.stop - history.start + 1));
    view = { from: middle - length * at, to: middle + length * (1 - at) };
    drawTimeline();
  }

  function pan(part) {
    const length = (view.to - view.from) * part;
    view = { from: view.from + length, to: view.to + length };
    drawTimeline();
  }

  // MARK: Steps

  function show(index) {
    current = Math.max(-1, Math.min(index, moments.length - 1));
    find("slider").value = String(current);
    const list = find("list");
    const top = current * rowHeight;
    if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 2 * rowHeight) list.scrollTop = top - list.clientHeight / 2;
    drawList();
    drawState();
    if (chosen) explain(chosen); else explainMoment();
    chosen = undefined;
    drawTimeline();
  }

  function search() {
    const text = find("search").value;
    matches = text ? history.search(text) : [];
    find("found").textContent = text ? `${matches.length} commits` : "";
    find("next").disabled = matches.length === 0;
  }

  function nextMatch() {
    const next = matches.find((index) => index > current) ?? matches[0];
    if (next !== undefined) show(next);
  }

  function onKey(event) {
    const isTyping = event.target instanceof HTMLInputElement;
    if (isTyping && event.key === "Enter" && event.target.id === "search") return nextMatch();
    if (isTyping) return;
    const actions = {
      ArrowLeft: () => show(current - 1), ArrowRight: () => show(current + 1),
      Home: () => show(-1), End: () => show(moments.length - 1),
      "+": () => zoom(0.5, 0.5), "-": () => zoom(2, 0.5), "/": () => find("search").focus(),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }

  find("summary").textContent = [
    `${history.header.program ?? "?"}, ${history.header.started ?? "?"}: ${moments.length} commits and marks, ${history.trees.size} trees, ${history.tasks.size} tasks.`,
    history.privates > 0 ? `Private values are left out (${history.privates} writes).` : "",
    history.dropped.length > 0 ? "Older records were dropped." : "",
    unreadable > 0 ? `${unreadable} lines could not be read.` : "",
    history.end ? "" : "The recording has no end: the program was killed, or still runs.",
  ].filter(Boolean).join(" ");
  find("problems").replaceChildren(...history.problems().map((problem) => {
    const item = make("li", `${problem.kind}: ${problem.text} `);
    if (problem.at) { item.append(make("span", problem.at)); item.lastChild.className = "at"; }
    return item;
  }));
  const slider = find("slider");
  slider.max = String(moments.length - 1);
  slider.addEventListener("input", () => show(Number(slider.value)));
  find("back").addEventListener("click", () => show(current - 1));
  find("forward").addEventListener("click", () => show(current + 1));
  find("base").addEventListener("change", drawState);
  find("search").addEventListener("input", search);
  find("next").addEventListener("click", nextMatch);
  find("list").addEventListener("scroll", drawList);
  find("timeline").addEventListener("wheel", (event) => {
    event.preventDefault();
    const at = event.offsetX / find("timeline").clientWidth;
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) pan(event.deltaX / 1000); else zoom(event.deltaY > 0 ? 1.25 : 0.8, at);
  }, { passive: false });
  find("timeline").addEventListener("click", (event) => {
    show(firstAt(view.from + (view.to - view.from) * (event.offsetX / find("timeline").clientWidth)));
  });
  document.addEventListener("keydown", onKey);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawTimeline);
  window.addEventListener("resize", () => { drawList(); drawTimeline(); });
  find("rows").style.height = `${moments.length * rowHeight}px`;
  show(current);
})();
