// Reads a recording and answers questions about it. No part of the page is touched here.
"use strict";

/** The records of a text of JSON Lines. Any text gives a list; lines that are no records are counted. */
function readLines(text) {
  const records = [];
  let unreadable = 0;
  for (const line of text.split("\n")) {
    if (!line.trim()) continue;
    try {
      const record = JSON.parse(line);
      if (record && typeof record.type === "string") records.push(record);
      else unreadable += 1;
    } catch {
      unreadable += 1;
    }
  }
  return { records, unreadable };
}

/** The names of a JSON pointer. */
function pointerNames(path) {
  if (typeof path !== "string" || path[0] !== "/") return [];
  return path.slice(1).split("/").map((name) => name.replace(/~1/g, "/").replace(/~0/g, "~"));
}

/** The operations of a record's patch; what is none is left out. */
function operationsOf(patch) {
  return Array.isArray(patch) ? patch.filter((step) => step && typeof step === "object") : [];
}

/** A copy of a value with one operation applied below it; what does not fit is left as it is. */
function patched(value, names, operation) {
  if (names.length === 0) return operation.value;
  const [name, ...rest] = names;
  if (Array.isArray(value)) {
    const index = name === "-" ? value.length : Number(name);
    if (!Number.isInteger(index) || index < 0 || index > value.length) return value;
    const copy = value.slice();
    if (rest.length > 0) copy[index] = patched(copy[index], rest, operation);
    else if (operation.op === "remove") copy.splice(index, 1);
    else if (operation.op === "add") copy.splice(index, 0, operation.value);
    else copy[index] = operation.value;
    return copy;
  }
  if (value === null || typeof value !== "object") return value;
  const copy = Object.assign(Object.create(null), value);
  if (rest.length > 0) copy[name] = patched(copy[name], rest, operation);
  else if (operation.op === "remove") delete copy[name];
  else copy[name] = operation.value;
  return copy;
}

/** Changes a map of nodes by a patch. Nodes are replaced, never changed, so copies of the map can share them. */
function applyPatch(nodes, patch) {
  for (const operation of operationsOf(patch)) {
    const [node, ...rest] = pointerNames(operation.path);
    if (node === undefined) continue;
    if (rest.length > 0) nodes.set(node, patched(nodes.get(node) ?? {}, rest, operation));
    else if (operation.op === "remove") nodes.delete(node);
    else nodes.set(node, operation.value);
  }
}

/** All that the page asks about a recording. */
class History {
  constructor(records) {
    this.records = records;
    this.header = records.find((record) => record.type === "header") ?? {};
    this.end = records.find((record) => record.type === "end");
    this.dropped = records.filter((record) => record.type === "dropped");
    this.causes = new Map();
    this.trees = new Map();
    this.tasks = new Map();
    /** One moment for each commit and mark: `{time, first, last, writes, cause, kind}`; indices into the records. */
    this.moments = [];
    this.privates = 0;
    this.#index();
    this.#checkpoints = new Map();
  }

  #checkpoints;
  static #spacing = 256;

  #index() {
    const byCommit = new Map();
    this.records.forEach((record, index) => {
      switch (record.type) {
        case "cause": this.causes.set(record.id, record); break;
        case "tree": if (!this.trees.has(record.tree)) this.trees.set(record.tree, record); break;
        case "task": this.#addTask(record); break;
        case "mark": this.moments.push({ time: record.t, first: index, last: index, writes: [], mark: record.text }); break;
        case "round": case "write": case "node": {
          if (record.private) this.privates += 1;
          if (record.commit === undefined) break;
          const key = `${record.tree}:${record.commit}`;
          let moment = byCommit.get(key);
          if (!moment) {
            moment = { time: record.t, tree: record.tree, commit: record.commit, first: index, writes: [] };
            byCommit.set(key, moment);
            this.moments.push(moment);
          }
          moment.last = index;
          moment.cause ??= record.cause;
          if (record.type === "write") moment.writes.push(index);
          if (record.type === "round") moment.round = record;
          break;
        }
      }
    });
    this.start = this.moments[0]?.time ?? 0;
    this.stop = this.moments.reduce((latest, moment) => Math.max(latest, moment.time), this.start);
  }

  #addTask(record) {
    const task = this.tasks.get(record.task) ?? { number: record.task };
    if (record.phase === "began") Object.assign(task, { name: record.name, at: record.at, began: record.t, cause: record.cause });
    if (record.phase === "cancelled") Object.assign(task, { cancelledBy: record.cause });
    if (record.phase === "ended") Object.assign(task, { ended: record.t, wasCancelled: record.cancelled });
    this.tasks.set(record.task, task);
  }

  /** The nodes of every living tree behind the last record of a moment; `-1` is before the first. */
  stateAt(moment) {
    const end = moment < 0 ? (this.moments[0]?.first ?? this.records.length) - 1 : this.moments[moment].last;
    const near = Math.floor((end + 1) / History.#spacing);
    let from = near;
    while (from > 0 && !this.#checkpoints.has(from)) from -= 1;
    let state = this.#copy(this.#checkpoints.get(from) ?? new Map());
    for (let index = from * History.#spacing; index <= end; index += 1) {
      if (index % History.#spacing === 0 && index > 0 && this.#isWorthKeeping(index)) {
        this.#checkpoints.set(index / History.#spacing, this.#copy(state));
      }
      this.#apply(state, this.records[index]);
    }
    return state;
  }

  // As many checkpoints as are cheap: a copy has one entry for each node.
  #isWorthKeeping(index) {
    return !this.#checkpoints.has(index / History.#spacing) && this.#checkpoints.size < 400;
  }

  #copy(state) {
    return new Map([...state].map(([tree, nodes]) => [tree, new Map(nodes)]));
  }

  #apply(state, record) {
    if (record.type === "state" && record.value && typeof record.value === "object") {
      state.set(record.tree, new Map(Object.entries(record.value)));
    } else if (record.type === "treeEnd") {
      state.delete(record.tree);
    } else if ((record.type === "write" || record.type === "node") && record.patch) {
      if (!state.has(record.tree)) state.set(record.tree, new Map());
      applyPatch(state.get(record.tree), record.patch);
    }
  }

  /** The chain of causes, from the nearest to the outermost. */
  chain(cause) {
    const chain = [];
    for (let step = this.causes.get(cause); step && chain.length < 100; step = this.causes.get(step.parent)) chain.push(step);
    return chain;
  }

  /** The last write of a property at or before a moment, with its moment. */
  lastWrite(tree, node, name, moment) {
    for (let at = Math.min(moment, this.moments.length - 1); at >= 0; at -= 1) {
      const writes = this.moments[at].writes;
      for (let index = writes.length - 1; index >= 0; index -= 1) {
        const record = this.records[writes[index]];
        if (record.tree === tree && record.node === node && record.name === name) return { record, moment: at };
      }
    }
    return undefined;
  }

  /** The moments whose writes, causes or marks contain a text. */
  search(text) {
    const wanted = text.toLowerCase();
    const causes = new Map();
    const matches = (value) => value !== undefined && String(value).toLowerCase().includes(wanted);
    const inCause = (id) => {
      if (!causes.has(id)) causes.set(id, this.chain(id).some((step) => matches(step.name) || matches(step.at) || matches(step.kind)));
      return causes.get(id);
    };
    const found = [];
    this.moments.forEach((moment, index) => {
      const isFound = matches(moment.mark) || (moment.cause !== undefined && inCause(moment.cause)) ||
        moment.writes.some((at) => {
          const record = this.records[at];
          return matches(record.name) || matches(record.node) || JSON.stringify(operationsOf(record.patch)).toLowerCase().includes(wanted);
        });
      if (isFound) found.push(index);
    });
    return found;
  }

  /** What a reader should look at: reports, tasks without an end, frequent writers, expensive evaluations. */
  problems() {
    const problems = [];
    for (const record of this.records) {
      if (record.type === "report") problems.push({ kind: "report", text: record.message, at: record.at });
      if (record.type === "dropped") problems.push({ kind: "dropped", text: `${record.count} records were dropped (${record.by})` });
    }
    for (const task of this.tasks.values()) {
      if (task.began !== undefined && task.ended === undefined) problems.push({ kind: "task without an end", text: task.name ?? `task ${task.number}`, at: task.at });
    }
    const silent = this.moments.filter((moment) => moment.round && moment.round.notified === 0).length;
    if (silent > 0) problems.push({ kind: "not observed", text: `${silent} commits notified nobody` });
    for (const [place, count] of this.#mostFrequent((record) => record.type === "write" && this.writerOf(record))) {
      problems.push({ kind: "frequent writer", text: `${count} writes`, at: place });
    }
    for (const [place, count] of this.#mostFrequent((record) => record.type === "derived" && record.at)) {
      problems.push({ kind: "frequent evaluation", text: `${count} evaluations`, at: place });
    }
    return problems;
  }

  /** The nearest call site of a record. */
  writerOf(record) { return this.causes.get(record.cause)?.at; }

  #mostFrequent(place) {
    const counts = new Map();
    for (const record of this.records) {
      const at = place(record);
      if (at) counts.set(at, (counts.get(at) ?? 0) + 1);
    }
    return [...counts].sort((one, other) => other[1] - one[1]).slice(0, 10);
  }
}

if (typeof module !== "undefined") module.exports = { readLines, operationsOf, pointerNames, patched, applyPatch, History };
