// Reads a recording and answers questions about it. No part of the page is touched here.
"use strict";

/** A number and a noun, in the plural unless it is one. */
function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * The members of records by their types, as `strata-inspect check` reads them. A sign says what a value has to be:
 * `#` a whole number that is not negative, `$` a text, `!` true or false, `@` a patch, `*` anything, `{` an object,
 * `[` a list of objects. `?` stands behind a member that may be missing.
 */
const memberSigns = {
  header: "format$ v# program$ pid# id$ session# started$ limits{? old!?",
  cause: "id# kind$ at$ name$? parent#? omitted#?",
  tree: "t# tree# root$ name$ at$?",
  treeEnd: "t# tree#",
  state: "t# tree# commit# value*",
  write: "t# tree# commit# node$ name$ patch@ private!? cause#?",
  node: "t# tree# node$ phase$ kind$ commit#? id$? patch@? cause#?",
  round: "t# tree# commit# round# writes# notified# removed# waiting# ns# transaction!? cause#? observers[?",
  action: "t# tree# node$ name$ origin$? cause#?",
  task: "t# tree# node$ task# phase$ name$? at$? ns#? cancelled!? cause#?",
  event: "t# tree# node$ name$ audience$ at$ cause#? receivers[?",
  derived: "t# tree# node$ at$ ns#? cause#? why[?",
  report: "t# message$ at$ cause#?",
  mark: "t# text$ at$ cause#?",
  dropped: "t# count# bytes# by$",
  travel: "t# tree# commit#",
  rejected: "t# message$",
  end: "t# records# dropped# private#",
};
/** The same for the members of members. */
const innerSigns = {
  limits: "records#? bytes#? text#?", observers: "kind$ at$ count#", receivers: "node$ at$?", why: "node$ name$",
};
const phases = { node: ["activated", "removed"], task: ["began", "cancelled", "ended"] };
const recordMembers = parsedSigns(memberSigns);
const innerMembers = parsedSigns(innerSigns);

function parsedSigns(signs) {
  return new Map(Object.entries(signs).map(([type, text]) => [type, text.split(" ").map((member) => {
    const [, name, sign, optional] = member.match(/^(\w+)(.)(\?)?$/);
    return { name, sign, isOptional: optional !== undefined };
  })]));
}

function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function isOperation(step) {
  if (!isObject(step) || typeof step.path !== "string" || !/^($|\/)/.test(step.path)) return false;
  return step.op === "remove" || (["add", "replace"].includes(step.op) && Object.hasOwn(step, "value"));
}

/** Whether a value is an object with the members that it needs. */
function hasMembers(value, members) {
  return isObject(value) && (members ?? []).every(({ name, sign, isOptional }) =>
    Object.hasOwn(value, name) ? fits(value[name], sign, innerMembers.get(name)) : isOptional);
}

function fits(value, sign, members) {
  switch (sign) {
    case "#": return Number.isInteger(value) && value >= 0;
    case "$": return typeof value === "string";
    case "!": return typeof value === "boolean";
    case "@": return Array.isArray(value) && value.every(isOperation);
    case "{": return hasMembers(value, members);
    case "[": return Array.isArray(value) && value.every((element) => hasMembers(element, members));
    default: return true;
  }
}

/** Whether a value is a record; those of types that are not known are records of later versions. */
function isRecord(value) {
  if (!isObject(value) || typeof value.type !== "string") return false;
  const { type } = value;
  if (Object.hasOwn(phases, type) && !phases[type].includes(value.phase)) return false;
  return hasMembers(value, recordMembers.get(type));
}

/** The records of a text of JSON Lines. Any text gives a list; lines that are no records are counted. */
function readLines(text) {
  const records = [];
  let unreadable = 0;
  for (const line of text.split("\n")) {
    if (!line.trim()) continue;
    try {
      const record = JSON.parse(line);
      if (isRecord(record)) records.push(record);
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

/** A recording by its moments: commits, marks, reports and gaps. Records may be added at any time. */
class History {
  constructor(records) {
    this.records = [];
    this.header = {};
    this.causes = new Map();
    this.trees = new Map();
    this.tasks = new Map();
    /** The kinds of all nodes that have been seen, by tree and node. */
    this.kinds = new Map();
    /** When nodes left, by tree and node. */
    this.removals = new Map();
    /** The indices of records by type, for those that are no writes. */
    this.events = [];
    this.derived = [];
    this.reports = [];
    this.actions = [];
    /** `{time, first, last, writes, cause, round}` for a commit; `mark`, `report`, `action` or `gap` for others. */
    this.moments = [];
    /** The writes of each call site, and what its evaluations cost. */
    this.writers = new Map();
    this.evaluations = new Map();
    this.privates = 0;
    this.missing = 0;
    /** How many records the last state took. */
    this.applied = 0;
    this.start = undefined;
    this.stop = 0;
    this.#byCommit = new Map();
    this.#checkpoints = new Map();
    this.append(records);
  }

  #byCommit;
  #checkpoints;
  #spacing = 256;

  /** Adds records that follow. */
  append(records) {
    for (const record of records) {
      this.records.push(record);
      this.#index(record, this.records.length - 1);
    }
  }

  #index(record, index) {
    if (typeof record.t === "number") {
      this.start ??= record.t;
      if (record.t > this.stop) this.stop = record.t;
    }
    switch (record.type) {
      case "header": this.#begin(record, index); break;
      case "end": this.end = record; break;
      case "cause": this.causes.set(record.id, record); break;
      case "tree": if (!this.trees.has(record.tree)) this.trees.set(record.tree, record); break;
      case "state": this.#noteKinds(record); break;
      case "task": this.#addTask(record); break;
      case "mark": this.#addMoment(record, index, { mark: String(record.text) }); break;
      case "report": this.reports.push(index); this.#addMoment(record, index, { report: String(record.message) }); break;
      case "rejected": this.reports.push(index); this.#addMoment(record, index, { report: String(record.message) }); break;
      case "travel": this.#addMoment(record, index, { mark: `tree ${record.tree} was set to commit ${record.commit}` }); break;
      case "action": this.actions.push(index); this.#addMoment(record, index, { action: String(record.name) }); break;
      case "event": this.events.push(index); break;
      case "derived": this.derived.push(index); this.#addEvaluation(record, index); break;
      case "dropped":
        this.missing += Number(record.count) || 0;
        this.#addMoment(record, index, { gap: `${counted(record.count, "record")} ${record.count === 1 ? "is" : "are"} missing (${record.by})` });
        break;
      case "round": case "write": case "node": this.#addChange(record, index); break;
    }
  }

  #begin(record, index) {
    this.header = record;
    if (record.session > 1) this.#addMoment({ t: this.stop }, index, { gap: `connected again (session ${record.session})` });
  }

  #addMoment(record, index, more) {
    this.moments.push({ time: Number(record.t) || 0, first: index, last: index, writes: [], cause: record.cause, ...more });
  }

  #addChange(record, index) {
    if (record.private) this.privates += 1;
    if (record.type === "node") this.#noteNode(record);
    if (record.commit === undefined) return;
    const key = `${record.tree}:${record.commit}`;
    let moment = this.#byCommit.get(key);
    if (!moment) {
      moment = { time: Number(record.t) || 0, tree: record.tree, commit: record.commit, first: index, writes: [] };
      this.#byCommit.set(key, moment);
      this.moments.push(moment);
    }
    moment.last = index;
    moment.cause ??= record.cause;
    if (record.type === "round") { moment.round = record; this.#byCommit.delete(key); }
    if (record.type !== "write") return;
    moment.writes.push(index);
    const writer = this.writerOf(record);
    if (writer) this.writers.set(writer, (this.writers.get(writer) ?? 0) + 1);
  }

  #noteKinds(record) {
    if (!record.value || typeof record.value !== "object") return;
    for (const [node, value] of Object.entries(record.value)) {
      if (value && value.$kind !== undefined) this.kinds.set(`${record.tree}:${node}`, String(value.$kind));
    }
  }

  #noteNode(record) {
    const key = `${record.tree}:${record.node}`;
    if (record.kind !== undefined) this.kinds.set(key, String(record.kind));
    if (record.phase === "removed") this.removals.set(key, record.t);
  }

  #addTask(record) {
    const task = this.tasks.get(record.task) ?? { number: record.task, tree: record.tree, node: record.node };
    if (record.phase === "began") Object.assign(task, { name: record.name, at: record.at, began: record.t, cause: record.cause });
    if (record.phase === "cancelled") Object.assign(task, { cancelled: record.t, cancelledBy: record.cause });
    if (record.phase === "ended") Object.assign(task, { ended: record.t, wasCancelled: record.cancelled });
    this.tasks.set(record.task, task);
  }

  #addEvaluation(record, index) {
    const at = String(record.at);
    const sum = this.evaluations.get(at) ?? { at, count: 0, total: 0, longest: 0, unchanged: 0, timed: 0, records: [] };
    sum.count += 1;
    if (typeof record.ns === "number") {
      sum.timed += 1;
      sum.total += record.ns;
      sum.longest = Math.max(sum.longest, record.ns);
    }
    if (record.changed === false) sum.unchanged += 1;
    sum.records.push(index);
    this.evaluations.set(at, sum);
  }

  /** The nearest call site of a record. */
  writerOf(record) { return this.causes.get(record.cause)?.at; }

  /** The chain of causes, from the nearest to the outermost. */
  chain(cause) {
    const chain = [];
    for (let step = this.causes.get(cause); step && chain.length < 100; step = this.causes.get(step.parent)) chain.push(step);
    return chain;
  }

  /** The last moment at or before a time; `-1` if there is none. */
  momentAt(time) {
    let [low, high] = [0, this.moments.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.moments[middle].time <= time) low = middle + 1; else high = middle;
    }
    return low - 1;
  }

  /** The number of the last commit at or before a moment; 0 if there is none. */
  commitAt(moment) {
    for (let index = moment; index >= 0; index -= 1) {
      if (this.moments[index].commit !== undefined) return this.moments[index].commit;
    }
    return 0;
  }

  // MARK: States

  /** The nodes of every living tree behind the last record of a moment; `-1` is before the first. */
  stateAt(moment) {
    const end = moment < 0 ? (this.moments[0]?.first ?? this.records.length) - 1 : this.moments[moment].last;
    let from = Math.floor((end + 1) / this.#spacing) * this.#spacing;
    while (from > 0 && !this.#checkpoints.has(from)) from -= this.#spacing;
    const state = this.#copy(this.#checkpoints.get(from) ?? new Map());
    for (let index = from; index <= end; index += 1) {
      if (index % this.#spacing === 0 && index > 0 && !this.#checkpoints.has(index)) this.#keep(index, state);
      this.#apply(state, this.records[index]);
    }
    this.applied = end + 1 - from;
    return state;
  }

  // As many checkpoints as are cheap: a copy has one entry for each node. Where there are more, every other one goes, so
  // that no moment is far behind the nearest.
  #keep(index, state) {
    let nodes = 1;
    for (const tree of state.values()) nodes += tree.size;
    this.#checkpoints.set(index, this.#copy(state));
    const most = Math.max(16, Math.min(400, 4_000_000 / nodes));
    while (this.#checkpoints.size > most) {
      this.#spacing *= 2;
      for (const at of this.#checkpoints.keys()) if (at % this.#spacing !== 0) this.#checkpoints.delete(at);
    }
  }

  #copy(state) {
    return new Map([...state].map(([tree, nodes]) => [tree, new Map(nodes)]));
  }

  #apply(state, record) {
    if (record.type === "state" && record.value && typeof record.value === "object") {
      state.set(record.tree, new Map(Object.entries(record.value)));
    } else if (record.type === "treeEnd") {
      state.delete(record.tree);
    } else if (record.type === "header" && record.session > 1) {
      state.clear();
    } else if ((record.type === "write" || record.type === "node") && record.patch) {
      if (!state.has(record.tree)) state.set(record.tree, new Map());
      applyPatch(state.get(record.tree), record.patch);
    }
  }
}

if (typeof module !== "undefined") module.exports = { counted, readLines, operationsOf, pointerNames, patched, applyPatch, History };
