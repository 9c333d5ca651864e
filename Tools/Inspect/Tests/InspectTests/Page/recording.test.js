// Holds the page's reading of recordings; `node --test` runs it. The other oracle is StrataInspector, which the
// Swift tests compare it with.
"use strict";
const assert = require("node:assert");
const path = require("node:path");
const test = require("node:test");
const source = path.join(__dirname, "../../../Sources/InspectPage/Page/recording.js");
const { counted, readLines, pointerNames, patched, applyPatch, History } = require(source);
const { Answers } = require(path.join(path.dirname(source), "answers.js"));

const line = (record) => JSON.stringify(record);
const recording = [
  { type: "header", format: "strata-recording", v: 1, program: "p", pid: 1, id: "a", session: 1, started: "2026-11-23T23:05:00.000Z" },
  { type: "tree", t: 0, tree: 1, root: "1", name: "App" },
  { type: "state", t: 0, tree: 1, commit: 0, value: { 1: { $kind: "App", count: 0, list: [1, 2] } } },
  { type: "cause", id: 1, kind: "call", name: "click", at: "App/Main.swift:3" },
  { type: "cause", id: 2, kind: "task", name: "load", at: "App/App.swift:9", parent: 1 },
  { type: "task", t: 1, tree: 1, node: "1", task: 4, phase: "began", name: "load", at: "App/App.swift:9", cause: 1 },
  { type: "write", t: 2, tree: 1, commit: 1, node: "1", name: "count", patch: [{ op: "replace", path: "/1/count", value: 5 }], cause: 2 },
  { type: "round", t: 3, tree: 1, commit: 1, round: 1, writes: 1, notified: 0, removed: 0, waiting: 0, ns: 10, cause: 2 },
  { type: "mark", t: 4, text: "Save", at: "App/Main.swift:9" },
  { type: "write", t: 5, tree: 1, commit: 2, node: "1", name: "list", patch: [{ op: "remove", path: "/1/list/0" }, { op: "add", path: "/1/list/-", value: 3 }], cause: 1 },
  { type: "treeEnd", t: 9, tree: 1 },
].map(line).join("\n");

test("lines that are no records are counted, and the rest is read", () => {
  const { records, unreadable } = readLines(`${recording}\nno JSON\n[]\nnull\n{"t":1}\n`);
  assert.equal(records.length, 11);
  assert.equal(unreadable, 4);
});

test("a record has the members of its type, and a time that is not negative", () => {
  const good = { type: "mark", t: 0, text: "a", at: "b" };
  const wrong = [{ t: -1 }, { t: 1.5 }, { t: "1" }, { t: undefined }, { text: 7 }, { at: null }, { cause: -1 }];
  for (const change of wrong) assert.equal(readLines(line({ ...good, ...change })).unreadable, 1, JSON.stringify(change));
  assert.equal(readLines([good, { type: "later", t: -1 }].map(line).join("\n")).unreadable, 0);
});

test("one is no plural", () => {
  assert.deepEqual([0, 1, 2].map((count) => counted(count, "line")), ["0 lines", "1 line", "2 lines"]);
});

test("pointers name what they lead to", () => {
  assert.deepEqual(pointerNames("/a~1b/~0/0"), ["a/b", "~", "0"]);
  assert.deepEqual(pointerNames(7), []);
});

test("a patch changes a copy, and what does not fit changes nothing", () => {
  const value = { list: [1, 2] };
  const next = patched(value, ["list", "1"], { op: "replace", value: 9 });
  assert.deepEqual({ ...next }.list, [1, 9]);
  assert.deepEqual(value.list, [1, 2]);
  assert.deepEqual(patched([1], ["5"], { op: "add", value: 9 }), [1]);
  assert.equal(patched(3, ["a"], { op: "add", value: 9 }), 3);
  patched({}, ["__proto__", "x"], { op: "add", value: 1 });
  assert.equal({}.x, undefined);
  const nodes = new Map();
  applyPatch(nodes, "no patch");
  applyPatch(nodes, [{ op: "remove", path: "/1" }, { op: "add", path: "/2/a", value: 1 }]);
  assert.equal(nodes.get("2").a, 1);
});

test("the state at each moment, forwards and backwards", () => {
  const history = new History(readLines(recording).records);
  assert.equal(history.moments.length, 3);
  const at = (moment) => ({ ...history.stateAt(moment).get(1).get("1") });
  assert.deepEqual(at(2).list, [2, 3]);
  assert.equal(at(0).count, 5);
  assert.equal(at(-1).count, 0);
});

test("why: the last write, its chain of causes, the search", () => {
  const history = new History(readLines(recording).records);
  const answers = new Answers(history);
  const { record, moment } = answers.lastWrite(1, "1", "count", 2);
  assert.equal(moment, 0);
  assert.deepEqual(history.chain(record.cause).map((step) => step.name), ["load", "click"]);
  assert.equal(answers.lastWrite(1, "1", "nothing", 2), undefined);
  assert.deepEqual(answers.search("load"), [0]);
  assert.deepEqual(answers.search("save"), [1]);
  assert.deepEqual(answers.search("list"), [2]);
  const kinds = answers.problems().map((problem) => problem.kind);
  assert.ok(kinds.includes("task without an end") && kinds.includes("not observed"));
});

test("many commits: a state in the middle is the one of all records before it", () => {
  const records = readLines(recording).records.slice(0, 3);
  for (let commit = 1; commit <= 5000; commit += 1) {
    records.push({ type: "write", t: commit, tree: 1, commit, node: "1", name: "count", patch: [{ op: "replace", path: "/1/count", value: commit }] });
  }
  const history = new History(records);
  for (const moment of [4999, 0, 2500, 2499, 17, 4096, -1]) {
    assert.equal(history.stateAt(moment).get(1).get("1").count, moment + 1);
  }
});

test("hostile records are no trap", () => {
  const values = [null, 1, "x", [], {}, [null], { __proto__: 1 }];
  let seed = 1;
  const random = (count) => (seed = (seed * 48271) % 2147483647) % count;
  for (let round = 0; round < 2000; round += 1) {
    const records = readLines(recording).records.map((record) => {
      const names = Object.keys(record).filter((name) => name !== "type");
      if (names.length > 0 && random(2)) record[names[random(names.length)]] = values[random(values.length)];
      return record;
    });
    const history = new History(records);
    for (let moment = -1; moment < history.moments.length; moment += 1) history.stateAt(moment);
    const answers = new Answers(history);
    answers.problems();
    for (const text of ["a", "type:a", "path:/", "value:1", "cause:b", "("]) answers.search(text);
    answers.differences(history.stateAt(-1), history.stateAt(history.moments.length - 1));
    for (const task of history.tasks.values()) answers.momentsOf(task);
    answers.tasksAt(3);
    for (const moment of history.moments) {
      for (const at of moment.writes) answers.computedSince(history.records[at], at, history.moments.indexOf(moment));
    }
  }
});

test("a search may ask for a type, a path, a value or a cause", () => {
  const answers = new Answers(new History(readLines(recording).records));
  assert.deepEqual(answers.search("type:app"), [0, 2]);
  assert.deepEqual(answers.search("path:/1/list"), [2]);
  assert.deepEqual(answers.search("value:5"), [0]);
  assert.deepEqual(answers.search("cause:Main.swift:3"), [0, 2]);
  assert.deepEqual(answers.search("type:count"), []);
  assert.deepEqual(answers.search("value:"), []);
});

test("records that come later give the same as all at once", () => {
  const { records } = readLines(recording);
  const later = new History([]);
  for (const record of records) { later.append([record]); later.stateAt(later.moments.length - 1); }
  const once = new History(records);
  assert.deepEqual(later.moments, once.moments);
  assert.deepEqual([...later.stateAt(2).get(1)], [...once.stateAt(2).get(1)]);
});

test("a session that begins again, and a gap, are moments, and the trees before it are forgotten", () => {
  const { records } = readLines(recording);
  const history = new History(records);
  history.append([{ type: "header", session: 2, program: "p" }, { type: "dropped", t: 10, count: 7, bytes: 9, by: "live" },
    { type: "tree", t: 10, tree: 2, root: "5", name: "App" }, { type: "state", t: 10, tree: 2, commit: 2, value: { 5: { $kind: "App", count: 9 } } },
    { type: "write", t: 11, tree: 2, commit: 3, node: "5", name: "count", patch: [{ op: "replace", path: "/5/count", value: 10 }] }]);
  assert.deepEqual(history.moments.slice(3).map((moment) => moment.gap), ["connected again (session 2)", "7 records are missing (live)", undefined]);
  const state = history.stateAt(5);
  assert.deepEqual([...state.keys()], [2]);
  assert.equal(state.get(2).get("5").count, 10);
});

test("differences name each leaf; what was computed since a write is known by its reason", () => {
  const { records } = readLines(recording);
  records.splice(7, 0, { type: "derived", t: 3, tree: 1, node: "1", at: "App/App.swift:20", ns: 700, changed: false, why: [{ node: "1", name: "count" }] },
    { type: "derived", t: 3, tree: 1, node: "1", at: "App/App.swift:30", why: [{ node: "1", name: "list" }] });
  const history = new History(records);
  const answers = new Answers(history);
  assert.deepEqual(answers.differences(history.stateAt(-1), history.stateAt(2)).map((one) => one.path), ["App #1.count", "App #1.list.0", "App #1.list.1"]);
  const { record, index, moment } = answers.lastWrite(1, "1", "count", 2);
  assert.deepEqual(answers.computedSince(record, index, moment).map((one) => one.at), ["App/App.swift:20"]);
  assert.equal(answers.computed()[0].total, 700);
  assert.ok(answers.problems().some((problem) => problem.kind === "computed without a change"));
  assert.deepEqual(answers.momentsOf(history.tasks.get(4)), [0]);
  assert.equal(answers.tasksAt(2)[0].number, 4);
});

test("a step in a recording of 100,000 commits applies few records, wherever it leads, and gives the state", () => {
  const nodes = { 1: { $kind: "App" } };
  for (let index = 2; index <= 101; index += 1) nodes[index] = { $kind: "Row", text: "" };
  const records = [
    { type: "header", format: "strata-recording", v: 1, program: "p" }, { type: "tree", t: 0, tree: 1, root: "1", name: "App" },
    { type: "state", t: 0, tree: 1, commit: 0, value: nodes },
  ];
  for (let commit = 1; commit <= 100_000; commit += 1) {
    const node = String(commit % 100 + 2);
    records.push({ type: "write", t: commit, tree: 1, commit, node, name: "text", patch: [{ op: "replace", path: `/${node}/text`, value: `v${commit}` }] });
    records.push({ type: "round", t: commit, tree: 1, commit, round: commit, writes: 1, notified: 0, removed: 0, waiting: 0, ns: 1 });
  }
  const history = new History(records);
  history.stateAt(99_999);
  for (let moment = 99_999; moment >= 0; moment -= 1_237) {
    const state = history.stateAt(moment);
    assert.ok(history.applied <= 1_024, `${moment}: ${history.applied}`);
    for (let back = 0; back < Math.min(100, moment + 1); back += 33) {
      const commit = moment + 1 - back;
      assert.equal(state.get(1).get(String(commit % 100 + 2)).text, `v${commit}`);
    }
  }
});
