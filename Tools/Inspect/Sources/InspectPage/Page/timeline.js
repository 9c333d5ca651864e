// Draws the timeline: only what is visible, and one column of pixels once.
"use strict";

class Timeline {
  static lanes = 5;
  static laneHeight = 14;

  /** `select` is called with a moment, `open` with a task. */
  constructor(canvas, history, select, open) {
    this.canvas = canvas;
    this.select = select;
    this.open = open;
    this.current = -1;
    this.isAll = true;
    this.reset(history);
    this.#listen();
  }

  reset(history) {
    this.history = history;
    this.lanes = new Map();
    this.laneEnds = [];
    this.fit();
  }

  /** Shows all. */
  fit() {
    this.isAll = true;
    this.#showAll();
  }

  #showAll() {
    const start = this.history.start ?? 0;
    this.view = { from: start, to: Math.max(this.history.stop, start + 1000) };
  }

  zoom(factor, at) {
    const middle = this.view.from + (this.view.to - this.view.from) * at;
    const whole = Math.max(1000, this.history.stop - (this.history.start ?? 0));
    const length = Math.max(1000, Math.min((this.view.to - this.view.from) * factor, whole));
    this.isAll = length === whole;
    if (this.isAll) this.#showAll(); else this.view = { from: middle - length * at, to: middle + length * (1 - at) };
    this.draw();
  }

  pan(part) {
    const length = (this.view.to - this.view.from) * part;
    this.isAll = false;
    this.view = { from: this.view.from + length, to: this.view.to + length };
    this.draw();
  }

  /** Moves so that a time is visible. */
  reveal(time) {
    if (this.isAll || time >= this.view.from && time <= this.view.to) return;
    const length = this.view.to - this.view.from;
    this.view = { from: time - length / 2, to: time + length / 2 };
  }

  // MARK: Drawing

  draw() {
    if (this.isAll) this.#showAll();
    const { canvas, view } = this;
    const scale = window.devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    canvas.width = width * scale;
    canvas.height = height * scale;
    const brush = canvas.getContext("2d");
    const style = getComputedStyle(document.documentElement);
    this.colour = (name) => style.getPropertyValue(name);
    brush.scale(scale, scale);
    brush.font = "11px system-ui";
    this.x = (time) => ((time - view.from) / (view.to - view.from)) * width;
    this.#drawTasks(brush, width);
    this.#drawEvents(brush);
    this.#drawMoments(brush, width, height);
    const moment = this.history.moments[this.current];
    if (moment) {
      brush.fillStyle = this.colour("--ink");
      brush.fillRect(this.x(moment.time) - 1, 0, 2, height);
    }
  }

  // Tasks keep the lane that was free when they began.
  #laneOf(task) {
    if (!this.lanes.has(task.number)) {
      let lane = this.laneEnds.findIndex((last) => last.ended !== undefined && last.ended <= task.began);
      if (lane < 0) lane = this.laneEnds.length < Timeline.lanes ? this.laneEnds.length : task.number % Timeline.lanes;
      this.laneEnds[lane] = task;
      this.lanes.set(task.number, lane);
    }
    return this.lanes.get(task.number);
  }

  #drawTasks(brush, width) {
    const drawnTo = new Array(Timeline.lanes).fill(-1);
    for (const task of this.history.tasks.values()) {
      if (task.began === undefined) continue;
      const lane = this.#laneOf(task);
      const end = task.ended ?? this.history.stop;
      if (task.began > this.view.to || end < this.view.from) continue;
      const [left, right] = [Math.max(0, this.x(task.began)), Math.min(width, Math.max(this.x(end), this.x(task.began) + 2))];
      if (right <= drawnTo[lane]) continue;
      drawnTo[lane] = right;
      const top = 4 + lane * Timeline.laneHeight;
      brush.fillStyle = this.colour(task.ended === undefined ? "--new" : "--line");
      brush.fillRect(left, top, right - left, 12);
      if (right - left < 24) continue;
      brush.save();
      brush.beginPath();
      brush.rect(left, top, right - left, 12);
      brush.clip();
      brush.fillStyle = this.colour("--ink");
      brush.fillText(task.name ?? `task ${task.number}`, left + 2, top + 10);
      brush.restore();
    }
  }

  // An arrow for each event: up to ancestors, down to descendants; one for each column.
  #drawEvents(brush) {
    const { records, events } = this.history;
    const base = 4 + Timeline.lanes * Timeline.laneHeight + 6;
    let last = -3;
    brush.fillStyle = this.colour("--mark");
    for (let at = this.#first(events, (index) => records[index].t); at < events.length; at += 1) {
      const record = records[events[at]];
      if (record.t > this.view.to) break;
      const x = this.x(record.t);
      if (x - last < 3) continue;
      last = x;
      const down = /child|descend/.test(String(record.audience)) ? 1 : -1;
      brush.beginPath();
      brush.moveTo(x - 4, base - 4 * down);
      brush.lineTo(x + 4, base - 4 * down);
      brush.lineTo(x, base + 5 * down);
      brush.fill();
    }
  }

  // One line for each column that has commits: as cheap for a million as for ten.
  #drawMoments(brush, width, height) {
    const { moments } = this.history;
    const columns = new Uint32Array(Math.max(1, Math.ceil(width)));
    const signs = [];
    for (let index = Math.max(0, this.history.momentAt(this.view.from)); index < moments.length && moments[index].time <= this.view.to; index += 1) {
      const moment = moments[index];
      const column = Math.min(columns.length - 1, Math.max(0, Math.floor(this.x(moment.time))));
      if (moment.commit !== undefined) columns[column] += 1; else if (signs.at(-1) !== column) signs.push(column);
    }
    brush.fillStyle = this.colour("--hot");
    for (const column of signs) brush.fillRect(column, height - 58, 2, 58);
    brush.fillStyle = this.colour("--mark");
    columns.forEach((count, column) => {
      const top = Math.min(46, 8 + 6 * Math.log2(count + 1));
      if (count > 0) brush.fillRect(column, height - top, 1, top);
    });
  }

  // The first index in a list whose time is in view.
  #first(list, time) {
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (time(list[middle]) < this.view.from) low = middle + 1; else high = middle;
    }
    return low;
  }

  // MARK: The pointer

  #timeAt(event) {
    return this.view.from + (this.view.to - this.view.from) * (event.offsetX / this.canvas.clientWidth);
  }

  #taskAt(event) {
    const lane = Math.floor((event.offsetY - 4) / Timeline.laneHeight);
    if (lane < 0 || lane >= Timeline.lanes) return undefined;
    const time = this.#timeAt(event);
    const slack = (this.view.to - this.view.from) / this.canvas.clientWidth * 2;
    return [...this.history.tasks.values()].find((task) => this.lanes.get(task.number) === lane &&
      task.began - slack <= time && (task.ended ?? this.history.stop) + slack >= time);
  }

  #listen() {
    const { canvas } = this;
    let drag;
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      const at = event.offsetX / canvas.clientWidth;
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.pan(event.deltaX / 1000);
      else this.zoom(event.deltaY > 0 ? 1.25 : 0.8, at);
    }, { passive: false });
    canvas.addEventListener("pointerdown", (event) => { drag = { x: event.offsetX, moved: 0 }; });
    canvas.addEventListener("pointermove", (event) => {
      if (!drag || event.buttons === 0) return;
      const step = event.offsetX - drag.x;
      drag.x = event.offsetX;
      drag.moved += Math.abs(step);
      if (drag.moved > 4) this.pan(-step / canvas.clientWidth);
    });
    canvas.addEventListener("click", (event) => {
      if (drag?.moved > 4) return;
      const task = this.#taskAt(event);
      if (task) this.open(task); else this.select(Math.max(0, this.history.momentAt(this.#timeAt(event))));
    });
  }
}
