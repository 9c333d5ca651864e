// Shows a recording: the list, the steps in time, the answers. All text reaches the page as text, never as markup.
"use strict";

(function () {
  const rowHeight = 24;
  let history = new History([]);
  let answers = new Answers(history);
  let unreadable = 0;
  let current = -1;
  let matches = [];
  let chosen;
  const isLive = document.body.dataset.mode === "live";

  const milliseconds = (time) => `${((time - (history.start ?? 0)) / 1e6).toFixed(3)} ms`;
  const state = new StateView(find("state"), (at) => explain(at));
  const timeline = new Timeline(find("timeline"), history, (moment) => show(moment), (task) => explainTask(task));

  // MARK: The list

  function title(index) {
    const moment = history.moments[index];
    if (moment.mark !== undefined) return [`${index} ⚑ ${moment.mark}`, "mark"];
    if (moment.report !== undefined) return [`${index} ✗ ${moment.report}`, "report"];
    if (moment.gap !== undefined) return [`${index} … ${moment.gap}`, "gap"];
    if (moment.action !== undefined) return [`${index} ▸ ${moment.action}`, "action"];
    const names = moment.writes.map((at) => history.records[at].name);
    const nodes = moment.last - moment.first + 1 - names.length;
    if (names.length === 0) return [`${index} ${nodes} nodes`, "commit"];
    const first = history.records[moment.writes[0]];
    const kind = history.kinds.get(`${first.tree}:${first.node}`) ?? `#${first.node}`;
    return [`${index} ${kind}: ${names.slice(0, 4).join(", ")}${names.length > 4 ? " …" : ""}`, "commit"];
  }

  function drawList() {
    const list = find("list");
    const first = Math.max(0, Math.floor(list.scrollTop / rowHeight) - 5);
    const last = Math.min(history.moments.length, first + Math.ceil(list.clientHeight / rowHeight) + 10);
    const shown = [];
    for (let index = first; index < last; index += 1) {
      const [text, kind] = title(index);
      const row = make("button", text);
      row.className = kind;
      row.style.top = `${index * rowHeight}px`;
      row.tabIndex = -1;
      row.setAttribute("aria-current", String(index === current));
      row.addEventListener("click", () => show(index));
      shown.push(row);
    }
    find("rows").style.height = `${history.moments.length * rowHeight}px`;
    find("rows").replaceChildren(...shown);
  }

  // MARK: The state

  function drawState() {
    const text = find("base").value;
    const base = text === "" ? current - 1 : Math.min(Number(text), history.moments.length - 1);
    const now = history.stateAt(current);
    const before = current < 0 ? undefined : history.stateAt(Math.max(base, -1));
    state.draw(history, now, before);
    const moment = history.moments[current];
    find("moment").textContent = moment ? `Commit ${current} of ${history.moments.length - 1}, ${milliseconds(moment.time)}${moment.commit === undefined ? "" : `, number ${moment.commit} of the recording`}` : "Before the first commit";
    drawDifferences(before ?? now, now, text === "" ? "the commit before" : `commit ${base}`);
    const tasks = answers.tasksAt(moment?.time ?? history.start ?? 0);
    find("tasks").replaceChildren(...tasks.map((task) => make("li", undefined, button(nameOf(task), () => explainTask(task)))));
  }

  function drawDifferences(before, now, words) {
    const details = find("changes");
    const draw = () => {
      const found = answers.differences(before, now);
      details.firstElementChild.textContent = `Differences from ${words} (${found.length}${found.length >= 300 ? " and more" : ""})`;
      if (!details.open) return;
      find("differences").replaceChildren(...found.map((one) =>
        make("li", `${one.path}: ${valueText(one.before)} → ${valueText(one.after)}`.slice(0, 1000))));
    };
    details.ontoggle = draw;
    draw();
  }

  // MARK: Why

  const valuesOf = (record) => record.private ? "(private)" :
    operationsOf(record.patch).map((step) => step.op === "remove" ? "removed" : valueText(step.value)).join(", ").slice(0, 1000);

  const nameOf = (task) => task.name ?? `task ${task.number}`;

  const goTo = (moment) => button(`go to commit ${moment}`, () => show(moment));

  function answer(...parts) { find("why").replaceChildren(...parts); }

  function explain(at) {
    chosen = () => explain(at);
    const found = answers.lastWrite(at.tree, at.node, at.property, current);
    if (!found) return answer(make("p", `${at.property} has not been written in this recording.`));
    const { record, moment, index } = found;
    answer(
      make("p", `${at.property} was last written by commit ${moment}: ${valuesOf(record)}`), goTo(moment),
      drawChain(record.cause), drawRound(history.moments[moment].round), drawComputed(answers.computedSince(record, index, moment)));
  }

  function drawChain(cause) {
    const steps = history.chain(cause).map((step) => {
      const item = make("li", `${step.kind}${step.name ? ` “${step.name}”` : ""} `, place(step.at));
      if (step.omitted) item.append(` (${step.omitted} more before)`);
      return item;
    });
    return steps.length > 0 ? make("ol", undefined, ...steps) : make("p", "No cause is known.");
  }

  function drawRound(round) {
    if (!round) return make("p", "");
    const kind = round.transaction ? "A transaction" : "A single write";
    const text = make("p", `${kind}; ${round.notified} observers were called, in ${(round.ns / 1000).toFixed(1)} µs; ${round.removed} nodes were removed.`);
    const observers = Array.isArray(round.observers) ? round.observers : [];
    return make("div", undefined, text, make("ul", undefined, ...observers.slice(0, 50).map((one) =>
      make("li", `${one.kind} was called${one.count > 1 ? ` ${one.count} times` : ""} `, place(one.at)))));
  }

  function drawComputed(records) {
    if (records.length === 0) return make("p", "");
    const items = records.map((record) => {
      const words = record.changed === false ? "computed, without a change " : "computed ";
      return make("li", words, button(String(record.at), () => explainComputed(String(record.at))));
    });
    return make("div", "Since then:", make("ul", undefined, ...items));
  }

  function explainTask(task) {
    chosen = () => explainTask(task);
    const ended = task.ended === undefined ? "it still runs, or its end was not recorded" :
      `it ended after ${((task.ended - task.began) / 1e6).toFixed(3)} ms${task.wasCancelled ? ", cancelled" : ""}`;
    const parts = [make("p", `Task “${nameOf(task)}”: ${ended}. `, place(task.at ?? "")), make("p", "Started by:"), drawChain(task.cause)];
    if (task.cancelled !== undefined) parts.push(make("p", `Cancelled at ${milliseconds(task.cancelled)} by:`), drawChain(task.cancelledBy));
    const moments = answers.momentsOf(task);
    parts.push(make("p", moments.length > 0 ? "It wrote in:" : "It wrote nothing."), ...moments.map((moment) => make("div", undefined, goTo(moment))));
    answer(...parts);
  }

  function explainComputed(at) {
    const sum = history.evaluations.get(at);
    if (!sum) return;
    chosen = () => explainComputed(at);
    const time = sum.timed > 0 ? `, ${(sum.total / 1000).toFixed(1)} µs together, ${(sum.longest / 1000).toFixed(1)} µs the longest` : "";
    const last = sum.records.slice(-20).reverse().map((index) => {
      const record = history.records[index];
      const why = Array.isArray(record.why) ? record.why.map((one) => `${one.name} of #${one.node}`).join(", ") : "";
      const moment = history.momentAt(record.t);
      return make("li", why ? `${milliseconds(record.t)}: because of ${why} ` : `${milliseconds(record.t)} `, moment >= 0 ? goTo(moment) : "");
    });
    answer(make("p", `Computed ${sum.count} times${time}; ${sum.unchanged} times without a change. `, place(at)), make("ul", undefined, ...last));
  }

  function explainMoment() {
    const moment = history.moments[current];
    if (!moment) return answer();
    const lines = moment.writes.slice(0, 50).map((at) => {
      const record = history.records[at];
      const kind = history.kinds.get(`${record.tree}:${record.node}`) ?? "";
      return make("li", `${kind} #${record.node} ${record.name} = ${valuesOf(record).slice(0, 300)}`);
    });
    if (moment.action !== undefined) lines.push(make("li", `action ${valueText(history.records[moment.first].value ?? moment.action)}`));
    const cause = moment.cause ?? history.records[moment.first].cause;
    answer(make("ul", undefined, ...lines), drawChain(cause), drawRound(moment.round));
  }

  // MARK: Problems

  function drawProblems() {
    const problems = answers.problems();
    find("problems").replaceChildren(...problems.slice(0, 200).map((problem) => {
      const words = `${problem.kind}: ${problem.text} `;
      const action = problem.moment !== undefined ? () => show(problem.moment) :
        problem.task ? () => explainTask(problem.task) : problem.computed ? () => explainComputed(problem.computed.at) : undefined;
      const item = make("li", undefined, action ? button(words, action) : words);
      if (problem.at) item.append(" ", place(problem.at));
      return item;
    }));
    if (problems.length > 200) find("problems").append(make("li", `${problems.length - 200} more`));
  }

  function drawSummary() {
    const { header } = history;
    find("summary").textContent = header.program === undefined && isLive ? "Waiting for a program: run one with --inspect." : [
      `${header.program ?? "?"}, ${header.started ?? "?"}: ${history.moments.length} commits and marks, ${counted(history.trees.size, "tree")}, ${counted(history.tasks.size, "task")}.`,
      history.privates > 0 ? `Private values are left out (${counted(history.privates, "write")}).` : "",
      history.missing > 0 ? `Older records were dropped (${history.missing}).` : "",
      unreadable > 0 ? `${counted(unreadable, "line")} could not be read.` : "",
      history.end || isLive ? "" : "The recording has no end: the program was killed, or still runs.",
    ].filter(Boolean).join(" ");
  }

  // MARK: Steps

  function show(index) {
    current = Math.max(-1, Math.min(index, history.moments.length - 1));
    if (isLive) find("follow").checked = current === history.moments.length - 1;
    draw();
  }

  function draw() {
    const slider = find("slider");
    slider.max = String(history.moments.length - 1);
    slider.value = String(current);
    slider.setAttribute("aria-valuetext", `Commit ${current}`);
    const list = find("list");
    const top = current * rowHeight;
    if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 2 * rowHeight) list.scrollTop = top - list.clientHeight / 2;
    timeline.current = current;
    timeline.reveal(history.moments[current]?.time ?? 0);
    drawList();
    drawState();
    if (chosen) chosen(); else explainMoment();
    chosen = undefined;
    timeline.draw();
  }

  function search() {
    const text = find("search").value;
    matches = answers.search(text);
    find("found").textContent = text ? `${matches.length} commits` : "";
    find("next").disabled = matches.length === 0;
  }

  function nextMatch(isBack) {
    const next = isBack ? matches.findLast((index) => index < current) ?? matches.at(-1) : matches.find((index) => index > current) ?? matches[0];
    if (next !== undefined) show(next);
  }

  function onKey(event) {
    const { target } = event;
    const isTyping = target instanceof HTMLSelectElement || target instanceof HTMLInputElement && target.type !== "range" && target.type !== "checkbox";
    if (isTyping && event.key === "Enter" && target.id === "search") return nextMatch(event.shiftKey);
    if (isTyping && event.key === "Escape") return target.blur();
    if (isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
    const [last, far] = [history.moments.length - 1, Math.max(1, Math.round(history.moments.length / 20))];
    const actions = {
      ArrowLeft: () => event.shiftKey ? timeline.pan(-0.2) : show(current - 1),
      ArrowRight: () => event.shiftKey ? timeline.pan(0.2) : show(current + 1),
      PageUp: () => show(current - far), PageDown: () => show(current + far), Home: () => show(-1), End: () => show(last),
      "+": () => timeline.zoom(0.5, 0.5), "-": () => timeline.zoom(2, 0.5), 0: () => { timeline.fit(); timeline.draw(); },
      "/": () => find("search").focus(), n: () => nextMatch(false), N: () => nextMatch(true), b: pin,
      p: () => { if (isLive) find("pause").click(); },
    };
    if (!Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]();
  }

  function pin() {
    find("base").value = find("base").value === String(current) ? "" : String(current);
    drawState();
  }

  find("back").addEventListener("click", () => show(current - 1));
  find("forward").addEventListener("click", () => show(current + 1));
  find("slider").addEventListener("input", () => show(Number(find("slider").value)));
  find("base").addEventListener("change", drawState);
  find("pin").addEventListener("click", pin);
  find("search").addEventListener("input", search);
  find("next").addEventListener("click", () => nextMatch(false));
  find("list").addEventListener("scroll", drawList);
  document.addEventListener("keydown", onKey);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => timeline.draw());
  window.addEventListener("resize", () => { drawList(); timeline.draw(); });

  // MARK: Lines

  function begin() {
    history = new History([]);
    answers = new Answers(history);
    [unreadable, current, matches, chosen] = [0, -1, [], undefined];
    timeline.reset(history);
  }

  function append(records, count) {
    history.append(records);
    unreadable += count;
  }

  function drawAll() {
    drawSummary();
    drawProblems();
    draw();
  }

  if (isLive) followPrograms({ begin, append, drawAll, drawSummary, drawProblems, draw, commit: () => history.commitAt(current), last: () => { current = history.moments.length - 1; } });
  else {
    const { records, unreadable: count } = readLines(JSON.parse(find("recording").textContent));
    find("recording").textContent = "";
    append(records, count);
    current = history.moments.length - 1;
    timeline.reset(history);
    drawAll();
  }
})();
