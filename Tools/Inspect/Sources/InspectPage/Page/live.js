// Receives the lines of running programs.
"use strict";

class LiveSource {
  /** More records than this begin again with what the server has kept, which is less. */
  static limit = 300_000;

  /** `page` has `restart()`, `append(records, unreadable)`, `programs(list)` and `connection(text)`. */
  constructor(page) {
    this.page = page;
    this.isPaused = false;
    this.connect();
  }

  /** Shows a program from the beginning that the server knows. */
  choose(program) {
    this.program = program;
    this.after = undefined;
    this.count = 0;
    this.page.restart();
    this.connect();
  }

  /** Stops or goes on; what came meanwhile is kept by the server as long as it has room. */
  pause(isPaused) {
    this.isPaused = isPaused;
    if (isPaused) {
      this.source?.close();
      this.page.connection("paused");
    } else {
      this.connect();
    }
  }

  connect() {
    this.source?.close();
    const query = new URLSearchParams();
    if (this.program !== undefined) query.set("program", this.program);
    if (this.after !== undefined) query.set("after", this.after);
    this.source = new EventSource(`events?${query}`);
    this.source.onopen = () => this.page.connection("connected");
    this.source.onerror = () => this.page.connection(this.source.readyState === EventSource.CLOSED
      ? "the inspector takes no further page: close another one, and load this one again"
      : "the inspector does not answer; trying again");
    this.source.addEventListener("programs", (event) => this.page.programs(JSON.parse(event.data)));
    this.source.addEventListener("restart", (event) => {
      this.page.restart();
      this.count = 0;
      this.#receive(event);
    });
    this.source.onmessage = (event) => this.#receive(event);
  }

  #receive(event) {
    this.after = event.lastEventId || this.after;
    const { records, unreadable } = readLines(event.data);
    this.count += records.length;
    if (this.count > LiveSource.limit) return this.choose(this.program);
    this.page.append(records, unreadable);
  }
}

/** Connects the page with the programs; `view` draws. */
function followPrograms(view) {
  let isDue = false;
  let areProblemsDue = false;
  let programs = [];

  // One drawing for all lines that came since the last; the list of problems, which walks all, once a second.
  function drawSoon() {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      if (find("follow").checked) view.last();
      view.drawSummary();
      view.draw();
      drawProblemsSoon();
    }, 50);
  }

  function drawProblemsSoon() {
    if (areProblemsDue) return;
    areProblemsDue = true;
    setTimeout(() => {
      areProblemsDue = false;
      view.drawProblems();
    }, 1000);
  }

  function drawPrograms(list) {
    programs = list;
    const options = programs.map((program) => {
      const option = make("option", `${program.name} (${program.pid})${program.connected ? "" : ", gone"}${program.problems ? `, ${counted(program.problems, "unreadable line")}` : ""}`);
      option.value = program.id;
      return option;
    });
    find("program").replaceChildren(...options);
    if (source.program === undefined && programs.length > 0) return source.choose(programs.at(-1).id);
    find("program").value = source.program ?? "";
    const shown = programs.find((program) => program.id === source.program);
    find("travel").hidden = !(shown?.connected && Array.isArray(shown.allows) && shown.allows.includes("travel"));
    if (shown) find("connection").textContent = source.isPaused ? "paused" : shown.connected ? "live" : "the program has gone";
  }

  const source = new LiveSource({
    restart: () => { view.begin(); drawSoon(); },
    append: (records, unreadable) => { view.append(records, unreadable); drawSoon(); },
    programs: drawPrograms,
    connection: (text) => { find("connection").textContent = text; },
  });
  find("live").hidden = false;
  find("program").addEventListener("change", () => source.choose(find("program").value));
  find("pause").addEventListener("click", () => {
    const isPaused = !source.isPaused;
    find("pause").setAttribute("aria-pressed", String(isPaused));
    find("pause").textContent = isPaused ? "Go on" : "Pause";
    source.pause(isPaused);
  });
  find("follow").addEventListener("change", drawSoon);
  find("travel").addEventListener("click", () => travel(source.program, view.commit()));
  drawSoon();
}

/** Asks the server to set a program's state to that of a commit; what the program answers comes with its lines. */
async function travel(program, commit) {
  const words = {
    404: "the program is not known", 409: "the program has gone, does not allow it, or the commit is not kept any more",
  };
  let text;
  try {
    const answer = await fetch(`travel?${new URLSearchParams({ program, commit })}`, { method: "POST" });
    const count = answer.ok ? Number(await answer.text()) : 0;
    text = !answer.ok ? words[answer.status] ?? `rejected (${answer.status})` :
      count > 0 ? `asked for commit ${commit}` : `the state is that of commit ${commit}`;
  } catch {
    text = "the inspector does not answer";
  }
  find("travelled").textContent = text;
}
