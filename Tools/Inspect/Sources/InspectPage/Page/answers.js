// Answers what a reader asks about a recording. No part of the page is touched here.
"use strict";

/** Equal objects of two moments need not be the same. */
const differ = (one, other) => one !== other && JSON.stringify(one) !== JSON.stringify(other);

/** A value that is shown on one line. */
const isLeaf = (value) => value === null || typeof value !== "object" ||
  value.$text !== undefined || value.$private !== undefined || value.$omitted !== undefined || value.$ref !== undefined;

/** The questions about a history. */
class Answers {
  constructor(history) { this.history = history; }

  /** The last write of a property at or before a moment, with its moment. */
  lastWrite(tree, node, name, moment) {
    const { moments, records } = this.history;
    for (let at = Math.min(moment, moments.length - 1); at >= 0; at -= 1) {
      const writes = moments[at].writes;
      for (let index = writes.length - 1; index >= 0; index -= 1) {
        const record = records[writes[index]];
        if (record.tree === tree && record.node === node && record.name === name) return { record, moment: at, index: writes[index] };
      }
    }
    return undefined;
  }

  /** What was computed behind a write because of it: where its reasons say so, else until the tree's next commit. */
  computedSince(write, index, moment) {
    const { derived, records, moments } = this.history;
    let next = moment + 1;
    while (next < moments.length && !(moments[next].tree === write.tree && moments[next].writes.length > 0)) next += 1;
    const end = next < moments.length ? moments[next].first : Infinity;
    const isReason = (why) => why && typeof why === "object" && why.node === write.node && why.name === write.name;
    let [low, high] = [0, derived.length];
    while (low < high) { const middle = (low + high) >> 1; if (derived[middle] <= index) low = middle + 1; else high = middle; }
    const found = [];
    for (let at = low; at < derived.length && found.length < 50; at += 1) {
      const record = records[derived[at]];
      const known = Array.isArray(record.why) && record.why.length > 0;
      if (record.tree !== write.tree || !(derived[at] < end)) { if (derived[at] >= end) break; continue; }
      if (known ? record.why.some(isReason) : true) found.push(record);
    }
    return found;
  }

  /** The moments that a text describes; `type:`, `path:`, `value:` or `cause:` before it asks for one of them. */
  search(text) {
    const [, field, rest] = /^(?:(type|path|value|cause):)?(.*)$/s.exec(text.toLowerCase());
    const wanted = rest.trim();
    if (!wanted) return [];
    const { history } = this;
    const { moments, records, kinds } = history;
    const matches = (value) => value !== undefined && String(value).toLowerCase().includes(wanted);
    const causes = new Map();
    const inCause = (id) => {
      if (id === undefined) return false;
      if (!causes.has(id)) causes.set(id, history.chain(id).some((step) => matches(step.name) || matches(step.at) || matches(step.kind)));
      return causes.get(id);
    };
    const inWrite = (at) => {
      const record = records[at];
      return (!field || field === "path") && (matches(record.name) || operationsOf(record.patch).some((step) => matches(step.path))) ||
        (!field || field === "type") && matches(kinds.get(`${record.tree}:${record.node}`)) ||
        (!field || field === "value") && operationsOf(record.patch).some((step) => matches(JSON.stringify(step.value)));
    };
    const found = [];
    moments.forEach((moment, index) => {
      const words = !field && [moment.mark, moment.report, moment.action, moment.gap].some(matches);
      if (words || (!field || field === "cause") && inCause(moment.cause) || moment.writes.some(inWrite)) found.push(index);
    });
    return found;
  }

  /** The leaves that differ between two states, as `{path, before, after}`. */
  differences(before, after, limit = 300) {
    const found = [];
    const compare = (path, one, other) => {
      if (found.length >= limit || !differ(one, other)) return;
      if (one === undefined || other === undefined || isLeaf(one) || isLeaf(other)) return found.push({ path, before: one, after: other });
      for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) compare(`${path}.${name}`, one[name], other[name]);
    };
    for (const tree of new Set([...before.keys(), ...after.keys()])) {
      const [one, other] = [before.get(tree) ?? new Map(), after.get(tree) ?? new Map()];
      for (const node of new Set([...one.keys(), ...other.keys()])) {
        if (one.get(node) === other.get(node)) continue;
        const kind = other.get(node)?.$kind ?? one.get(node)?.$kind ?? "node";
        compare(`${kind} #${node}`, one.get(node), other.get(node));
      }
    }
    return found;
  }

  /** The tasks whose bodies run at a time, newest first. */
  tasksAt(time, limit = 50) {
    return [...this.history.tasks.values()]
      .filter((task) => task.began <= time && (task.ended === undefined || task.ended > time))
      .sort((one, other) => other.began - one.began).slice(0, limit);
  }

  /** The moments that a task caused. */
  momentsOf(task, limit = 50) {
    const { history } = this;
    const { moments } = history;
    const causes = new Map();
    const isOf = (cause) => {
      if (!causes.has(cause)) causes.set(cause, history.chain(cause).some((step) => step.kind === "task" && step.name === task.name && step.at === task.at));
      return causes.get(cause);
    };
    const found = [];
    const last = task.ended ?? Infinity;
    for (let index = 0; index < moments.length && found.length < limit; index += 1) {
      const { time, cause } = moments[index];
      if (time >= task.began && time <= last && cause !== undefined && isOf(cause)) found.push(index);
    }
    return found;
  }

  /** The computed values, the most expensive first. */
  computed(limit = 10) {
    return [...this.history.evaluations.values()].sort((one, other) => other.total - one.total || other.count - one.count).slice(0, limit);
  }

  /** What a reader should look at; `moment` is where it happened, if that is one place. */
  problems() {
    const { history } = this;
    const problems = [];
    history.moments.forEach((moment, index) => {
      if (moment.report !== undefined) problems.push({ kind: "report", text: moment.report, at: history.records[moment.first].at, moment: index });
      if (moment.gap !== undefined) problems.push({ kind: "missing", text: moment.gap, moment: index });
    });
    for (const task of history.tasks.values()) {
      if (task.began === undefined) continue;
      const removed = history.removals.get(`${task.tree}:${task.node}`);
      const name = task.name ?? `task ${task.number}`;
      if (removed !== undefined && (task.ended ?? Infinity) > removed) {
        problems.push({ kind: "task outlived its model", text: name, at: task.at, task });
      } else if (task.ended === undefined) problems.push({ kind: "task without an end", text: name, at: task.at, task });
    }
    const silent = history.moments.filter((moment) => moment.round && moment.round.notified === 0);
    if (silent.length > 0) problems.push({ kind: "not observed", text: `${counted(silent.length, "commit")} notified nobody`, moment: history.moments.indexOf(silent[0]) });
    for (const sum of history.evaluations.values()) {
      if (sum.unchanged > 0) problems.push({ kind: "computed without a change", text: `${sum.unchanged} of ${counted(sum.count, "evaluation")}`, at: sum.at, computed: sum });
    }
    for (const [at, count] of [...history.writers].sort((one, other) => other[1] - one[1]).slice(0, 10)) {
      problems.push({ kind: "frequent writer", text: counted(count, "write"), at });
    }
    for (const sum of this.computed()) {
      const time = sum.timed > 0 ? `, ${(sum.total / 1000).toFixed(1)} µs together` : "";
      problems.push({ kind: "expensive value", text: `${counted(sum.count, "evaluation")}${time}`, at: sum.at, computed: sum });
    }
    return problems;
  }
}

if (typeof module !== "undefined") {
  const { counted, operationsOf } = require("./recording.js");
  Object.assign(globalThis, { counted, operationsOf });
  module.exports = { Answers, differ, isLeaf };
}
