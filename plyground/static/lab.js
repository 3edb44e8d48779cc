// Lab: set up matches and tournaments, watch them, read earlier runs and the studies.
//
//     Set up | Run 7 | Runs | Studies      tabs; one panel of them is shown
//     ▶ run 8 · 34 of 100 · Stop           the bench: what else the server does, for all pages
//     ──────────────────────────────
//     panel                                built once; news change its parts, not its controls
//
// One import-free file with render({ model, el }), as anywidget wants it. views/lab.py says what
// the state holds; where it is not live (an exported page), one run is shown and nothing asked.
// A panel is { box, on }: its element, and what to do when something in the state changes.

const TABS = { setup: "Set up", run: "Run", runs: "Runs", studies: "Studies" };
const NUMBERS = [
  ["games", "Games a pairing", "Between each two agents; an even number."],
  ["seed", "Seed", "Of openings and dice."],
  ["workers", "Workers", "Processes that play at the same time."],
];
const RARE = [
  ["elo0", "Test: from Elo", "A sequential test of two agents: stop once one of both is clear."],
  ["elo1", "to Elo", "In normalized Elo."],
  ["repetitions", "Repetitions", "A position seen so often is a draw; 0: never."],
  ["quiet_plies", "Quiet plies", "So many without a capture are a draw; 0: never."],
  ["most_plies", "Longest game", "In plies; a longer one is a draw."],
  ["seconds_per_move", "Seconds a move", "Who takes longer forfeits the game."],
];
const PAIRINGS = [["round_robin", "everyone meets everyone"],
  ["gauntlet", "the first meets all others"]];
const ADJUDICATION = [["", "play to the end"],
  ["yes", "end a game once perfect play decides it"]];
const FILES = { ".csv": "Table (CSV)", ".jsonl": "JSON lines", ".pdn": "Game scores (PDN)",
  ".html": "Report", page: "This page" };
const STATES = { waiting: "… waits", playing: "▶ is playing", done: "✓ is done",
  stopped: "■ is stopped", failed: "✗ has failed" };
const VERDICTS = { holds: "✓ hold", fails: "✗ do not hold", untold: "? cannot be told",
  unmeasured: "∅ not measured" };
const RESULTS = ["1-0", "½-½", "0-1"];

// --- making elements -----------------------------------------------------------------------------

let lastId = 0;

function make(tag, settings = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(settings)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name in node) node[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

const text = (tag, words, kind = "") => make(tag, { textContent: words, className: kind });
const row = (...children) => make("div", { className: "row" }, ...children);
const button = (words, action, kind = "") =>
  make("button", { type: "button", textContent: words, className: kind, onclick: action });
const options = (pairs, chosen = "") => pairs.map(([value, words]) =>
  make("option", { value, textContent: words, selected: value === chosen }));
const spaced = (name) => name.replaceAll("_", " ");
const number = (value) => value.toLocaleString("en");
const count = (value, one) => `${number(value)} ${one}${value === 1 ? "" : "s"}`;

function labeled(words, control, about = "") {
  // A control below its label, with room for what is wrong with it.
  control.id = `lab-${++lastId}`;
  const problem = make("span", { className: "problem", id: `${control.id}-problem` });
  control.setAttribute("aria-describedby", problem.id);
  const label = make("label", { htmlFor: control.id, textContent: words });
  const box = make("div", { className: "field", title: about }, label, control, problem);
  const say = (what) => {
    problem.textContent = what;
    if (what) control.setAttribute("aria-invalid", "true");
    else control.removeAttribute("aria-invalid");
  };
  return { box, control, label, say };
}

const scroll = (words, inner) =>
  make("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: words }, inner);

function table(caption, heads, rows) {
  const cell = (inner, place) => (place === 0 && typeof inner === "string"
    ? make("th", { scope: "row" }, inner) : make("td", {}, inner));
  return scroll(caption, make("table", {}, text("caption", caption),
    make("thead", {}, make("tr", {}, ...heads.map((words) => text(words ? "th" : "td", words)))),
    make("tbody", {}, ...rows.map((cells) => make("tr", {}, ...cells.map(cell))))));
}

function duration(seconds) {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

// --- plots ---------------------------------------------------------------------------------------

const [WIDE, HIGH, LEFT, BELOW, FAR] = [420, 190, 44, 24, 4000];

function drawn(tag, settings, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(settings)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

function ticks(low, high) {
  const rough = (high - low) / 4, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough);
  const found = [];
  for (let at = Math.ceil(low / step); at * step <= high; at += 1) found.push(at * step);
  return found.map((each) => Math.round(each * 1e6) / 1e6);
}

function plot(words, points, band, low, high, bounds) {
  // points [[games, value], …], band [[games, low, high], …], bounds [[height, name], …]
  const last = Math.max(2, ...points.map(([games]) => games));
  const x = (games) => LEFT + (games / last) * (WIDE - LEFT - 8);
  const y = (value) => {
    const share = Math.max(-0.02, Math.min(1.02, (value - low) / (high - low)));
    return 8 + (1 - share) * (HIGH - BELOW - 8);
  };
  const level = (kind, at) => drawn("path", { class: kind, d: `M${LEFT} ${y(at)}H${WIDE - 8}` });
  const said = (left, top, anchor, what) =>
    drawn("text", { x: left, y: top, "text-anchor": anchor }, what);
  const path = (pairs) => pairs.map(([at, value]) =>
    `${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("L");
  const upper = band.map(([at, , top]) => [at, top]);
  const lower = band.map(([at, bottom]) => [at, bottom]).reverse();
  const [at, value] = points.at(-1) ?? [0, 0];
  return drawn("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": words },
    ...ticks(low, high).flatMap((each) => [level("grid", each),
      said(LEFT - 6, y(each), "end", (each > 0 ? `+${each}` : `${each}`).replace("-", "−"))]),
    ...ticks(0, last).filter(Number.isInteger).map((each) =>
      said(x(each), HIGH - 10, each === last ? "end" : "middle", each ? `${each}` : "games")),
    drawn("path", { class: "band", d: band.length ? `M${path([...upper, ...lower])}Z` : "" }),
    ...bounds.flatMap(([height, name]) => [level("bound", height),
      said(LEFT + 4, y(height) - 7, "start", name)]),
    drawn("path", { class: "curve", d: points.length ? `M${path(points)}` : "" }),
    drawn("circle", { class: "point", cx: x(at), cy: y(value), r: points.length ? 4 : 0 }));
}

function eloPlot(course) {
  const ends = [0, ...course.at(-1).slice(1)].filter((each) => Math.abs(each) < FAR);
  const low = Math.min(...ends), high = Math.max(...ends), margin = Math.max(30, (high - low) / 2);
  return plot("Elo of the first agent, with its 95 % interval, by games",
    course.map(([games, value]) => [games, value]),
    course.map(([games, , bottom, top]) => [games, bottom, top]),
    low - margin, high + margin, [[0, "equal"]]);
}

function testPlot({ words, course, lower, upper }) {
  const ends = [lower, upper, ...course.map(([, ratio]) => ratio)];
  return plot(`${words}, by games`, course, [], Math.min(...ends) * 1.15, Math.max(...ends) * 1.15,
    [[upper, "accept"], [lower, "reject"]]);
}

function intervalBar([value, low, high], reach) {
  const x = (elo) => 65 + 60 * Math.max(-1, Math.min(1, elo / reach));
  const ends = `M${x(low)} 7H${x(high)}M${x(low)} 3V11M${x(high)} 3V11`;
  return drawn("svg", { viewBox: "0 0 130 14", class: "interval", "aria-hidden": "true" },
    drawn("path", { class: "bound", d: "M65 0V14" }), drawn("path", { class: "curve", d: ends }),
    drawn("circle", { class: "point", cx: x(value), cy: 7, r: 3.5 }));
}

// --- setting up ----------------------------------------------------------------------------------

function composed(offered, name, values) {
  // "alpha_beta(depth=4)": parameters that are as usual are not said.
  const said = offered[name].parameters
    .map((each) => [each, values[each.name] ?? each.usual])
    .filter(([each, value]) => value !== "" && String(value) !== String(each.usual))
    .map(([each, value]) => `${each.name}=${value}`);
  return said.length ? `${name}(${said.join(", ")})` : name;
}

function chooser(offered, words, changed, heuristics) {
  // Friendly controls around a text, which is what counts: a name, and its parameters.
  const names = Object.keys(offered).map((each) => [each, spaced(each)]);
  const name = make("select", { ariaLabel: `${words}: kind` },
    ...options([...names, ["", "by its text"]]));
  const field = labeled(words, make("input", { spellcheck: false, autocomplete: "off" }));
  const inner = make("div", { className: "parameters" }), about = text("p", "", "quiet about");
  let values = {};
  const write = () => {
    if (!name.value) return;
    field.control.value = composed(offered, name.value, values);
    changed();
  };
  const control = (each) => {
    const now = values[each.name] ?? each.usual;
    const set = (value) => { values[each.name] = value; write(); };
    const onchange = ({ target }) => set(each.kind === "switch" ? target.checked : target.value);
    if (each.kind === "switch") return make("input", { type: "checkbox", checked: now, onchange });
    const choices = each.name === "heuristic" ? ["", ...heuristics()] : each.choices;
    if (choices?.includes(String(now))) {
      const pairs = choices.map((choice) => [choice, spaced(choice) || "the game's own"]);
      return make("select", { onchange }, ...options(pairs, now));
    }
    const type = each.kind === "text" ? "text" : "number";
    return make("input", { type, step: each.kind === "whole" ? 1 : "any", value: now, onchange });
  };
  const spread = () => {
    const found = offered[name.value];
    about.textContent = found?.about ?? "";
    inner.replaceChildren(...(found?.parameters ?? []).map((each) =>
      make("label", {}, spaced(each.name), control(each))));
  };
  name.addEventListener("change", () => { values = {}; spread(); write(); });
  field.control.addEventListener("input", changed);
  field.label.after(name);
  const sync = (parts) => {
    if (inner.contains(document.activeElement)) return;
    name.value = parts && parts.name in offered ? parts.name : "";
    values = { ...parts?.parameters };
    spread();
  };
  return { ...field, box: make("div", { className: "chooser" }, field.box, inner, about), name,
    sync };
}

function setupPanel(model) {
  const choices = model.get("choices"), fields = {}, rows = make("div", { className: "agents" });
  let waiting = 0, agents = [];
  const read = () => ({ game: game.control.value,
    agents: agents.map(({ control }) => control.value),
    ...Object.fromEntries(Object.entries(fields).map(([name, { control }]) =>
      [name, control.value])) });
  const changed = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => model.send({ do: "form", form: read() }), 250);
  };
  const heuristics = () => choices.heuristics[game.control.value.split("(")[0].trim()] ?? [];
  const game = chooser(choices.games, "Game", changed, heuristics);
  const field = (name, words, control, about) => {
    control.addEventListener("input", changed);
    fields[name] = labeled(words, control, about);
    return fields[name].box;
  };
  const numeral = ([name, words, about]) => field(name, words,
    make("input", { inputMode: "decimal", autocomplete: "off" }), about);
  const known = make("datalist", { id: `lab-${++lastId}` },
    ...options(choices.openings.map((each) => [each, each])));
  const openings = make("input", { autocomplete: "off" });
  openings.setAttribute("list", known.id);

  const renumber = () => agents.forEach((agent, place) => {
    agent.label.textContent = `Agent ${place + 1}`;
    agent.name.ariaLabel = `Agent ${place + 1}: kind`;
    agent.remove.ariaLabel = `Remove agent ${place + 1}`;
    agent.remove.hidden = agents.length <= 2;
  });
  const add = (words) => {
    const agent = chooser(choices.agents, "Agent", changed, heuristics);
    agent.control.value = words;
    agent.remove = button("Remove", () => {
      agents = agents.filter((each) => each !== agent);
      agent.remove.parentNode.remove();
      renumber();
      changed();
    });
    agents.push(agent);
    rows.append(make("div", { className: "agent" }, agent.box, agent.remove));
    renumber();
    return agent;
  };
  const addNew = button("Add an agent", () => { add("random").control.focus(); changed(); });

  const command = make("pre", { className: "command", tabIndex: 0, role: "region",
    ariaLabel: "The same on the command line" });
  const whole = make("p", { className: "problem", role: "alert" });
  const planned = text("p", "", "quiet"), start = make("button", { className: "main" });
  const rare = make("details", {}, text("summary", "Sequential test, draws, time, adjudication"),
    make("div", { className: "numbers" }, ...RARE.map(numeral)), field("adjudicate", "Adjudication",
      make("select", {}, ...options(ADJUDICATION)), "In solved games: who reaches a won position?"));
  const panel = (title, ...inner) =>
    make("div", { className: "panel" }, text("h2", title), ...inner);
  const box = make("form", { className: "setup", noValidate: true, onsubmit: (event) => {
    event.preventDefault();
    clearTimeout(waiting);
    model.send({ do: "start", form: read() });
  } }, make("div", {},
    panel("What is played", game.box,
      field("openings", "Openings", openings, "Each is played twice, sides swapped."), known),
    panel("How much", make("div", { className: "numbers" }, ...NUMBERS.map(numeral)), rare)),
  make("div", {},
    panel("Who plays", rows, addNew,
      field("kind", "Pairings", make("select", {}, ...options(PAIRINGS)))),
    panel("Start", whole, planned, command, start)));

  const sync = () => [game, ...agents].forEach((each) =>
    each.sync(model.get("parts")[each.control.value.trim()]));
  const fill = () => {
    const form = model.get("form");
    game.control.value = form.game;
    agents = [];
    rows.replaceChildren();
    form.agents.forEach(add);
    while (agents.length < 2) add("random");
    Object.entries(fields).forEach(([name, { control }]) => { control.value = form[name]; });
    rare.open ||= Boolean(form.elo0 || form.elo1 || form.adjudicate);
    sync();
  };
  const judge = () => {
    const { problems, command: line, planned: games, reproducible } = model.get("checked");
    const clock = reproducible ? "" : " An agent thinks by the clock: not reproducible.";
    game.say(problems.game ?? "");
    agents.forEach((agent, place) => agent.say(problems[`agents.${place}`] ?? ""));
    Object.entries(fields).forEach(([name, { say }]) => say(problems[name] ?? ""));
    rare.open ||= RARE.some(([name]) => problems[name]) || Boolean(problems.adjudicate);
    whole.textContent = problems.form ?? "";
    planned.textContent = Object.keys(problems).length ? "This cannot be played yet."
      : games ? `${count(games, "game")} in all.${clock}` : "…";
    command.textContent = line || " ";
    command.style.visibility = line ? "" : "hidden";
  };
  const prepare = () => {
    start.disabled = model.get("starting");
    start.textContent = start.disabled ? "Setting up …" : "Start";
  };
  [fill, judge, prepare].forEach((each) => each());
  return { box, on: { form: fill, parts: sync, checked: judge, starting: prepare } };
}

// --- one run -------------------------------------------------------------------------------------

function resultTables({ lines, meetings, groups, terminations }) {
  const pool = lines.length > 2;
  const reach = Math.min(1200, Math.max(50, ...lines.flatMap(({ bar }) => bar.map(Math.abs))));
  const line = ({ agent, games, won, drawn: even, lost, score, elo, bar, forfeits }) => [agent,
    ...[games, won, even, lost].map(String), score,
    ...(pool ? [elo, bar.length ? intervalBar(bar, reach) : ""] : []),
    forfeits ? `⚠ ${forfeits}` : "0"];
  const heads = ["agent", "games", "won", "drawn", "lost", "score",
    ...(pool ? ["Elo", "95 %"] : []), "forfeits"];
  const group = (names) => make("li", {}, names.join(" = "),
    text("span", names.length > 1 ? " are not told apart" : "", "quiet"));
  return [
    table("Agents", heads, lines.map(line)),
    ...(groups.length ? [make("div", { className: "ranking" }, text("h3", "Ranking"),
      make("ol", {}, ...groups.map(group)))] : []),
    ...(pool ? [crosstable(meetings, lines.map(({ agent }) => agent))] : []),
    table("Meetings", ["first", "second", "games", "score", "Elo", "superior", "pairs 0 ½ 1 1½ 2"],
      meetings.map((each) => [...each.names, `${each.games}`, each.score, each.elo, each.superior,
        each.pairs.join(" ")])),
    table("How the games ended", ["ended by", "games"],
      terminations.map(([how, games]) => [how, `${games}`])),
  ];
}

function crosstable(meetings, agents) {
  const percent = (share) => `${Math.round(100 * share)} %`;
  const cell = (one, other) => {
    const met = meetings.find(({ names }) => names.includes(one) && names.includes(other));
    if (one === other || !met) return "·";
    const [value, low, high] = met.names[0] === one ? met.share
      : [0, 2, 1].map((end) => 1 - met.share[end]);
    return make("span", { className: low > 0.5 || high < 0.5 ? "settled" : "" }, percent(value),
      text("small", ` ${percent(low)} – ${percent(high)}`));
  };
  return table("Crosstable: the row's score against the column, bold where it is settled",
    ["", ...agents.map((_, place) => `${place + 1}`)], agents.map((one, place) =>
      [`${place + 1} ${one}`, ...agents.map((other) => cell(one, other))]));
}

function gamesPart(model) {
  const body = make("tbody"), page = text("span", "", "quiet");
  let at = 0, kept = new Map();
  const ask = (to) => model.send({ do: "games", page: Math.max(0, to), wanted: {
    agent: agent.value, result: result.value, termination: ended.value } });
  const pick = (words) => make("select", { ariaLabel: words, onchange: () => ask(0) });
  const agent = pick("Games of"), result = pick("With the result"), ended = pick("Ended by");
  const newer = button("Newer", () => ask(at - 1)), older = button("Older", () => ask(at + 1));
  const refill = (select, first, values) => {
    if (select.childElementCount === values.length + 1) return;
    const pairs = [["", first], ...values.map((each) => [each, each])];
    select.replaceChildren(...options(pairs, select.value));
  };
  const line = (game) => {
    const words = `game ${game.number}`;
    const name = model.view ? make("a", { href: `/play#${game.link}`, textContent: words,
      ariaLabel: `Open ${words} in Play`, title: "Open in Play" }) : words;
    const cells = [name, game.first, game.second, game.result, game.termination, `${game.plies}`];
    return make("tr", { title: game.detail, className: game.detail ? "fault" : "" },
      ...cells.map((cell) => make("td", {}, cell)));
  };
  const heads = ["open", "moved first", "moved second", "result", "ended by", "plies"];
  const tools = row(agent, result, ended, newer, older, page);
  tools.hidden = !model.get("live");
  const box = make("section", { className: "games" }, text("h3", "Games, newest first"), tools,
    scroll("Games", make("table", {}, make("thead", {}, make("tr", {},
      ...heads.map((words) => text("th", words)))), body)));
  const show = ({ about, games }) => {
    refill(agent, "all agents", about.agents);
    refill(result, "all results", RESULTS);
    refill(ended, "all endings", games.terminations);
    at = games.page;
    page.textContent = `${count(games.total, "game")}, page ${at + 1} of ${games.pages}`;
    newer.disabled = at === 0;
    older.disabled = at + 1 >= games.pages;
    const key = (game) => `${about.run} ${game.number}`; // rows stay: one may have the focus
    kept = new Map(games.rows.map((game) => [key(game), kept.get(key(game)) ?? line(game)]));
    body.replaceChildren(...kept.values());
  };
  return { box, show };
}

function runPanel(model, job) {
  const title = text("h2", ""), where = text("p", "", "quiet"), verdict = text("p", "", "answer");
  const bar = make("progress", { ariaLabel: "Games played" }), far = text("p", "", "far");
  const plots = make("div", { className: "plots" }), tables = make("div", { className: "tables" });
  const forfeits = make("div"), side = make("div"), games = gamesPart(model);
  const facts = make("dl"), nothing = text("p", "One moment: the run is being read.", "quiet");
  const run = () => model.get("run")?.about.run;
  const stop = button("Stop", () => model.send({ do: "stop", key: `run/${run()}` }));
  const resume = button("Resume", () => model.send({ do: "resume", run: run() }), "main");
  const again = button("Set up again", () => model.send({ do: "again" }));
  const files = Object.entries(FILES).map(([kind, words]) =>
    button(words, () => model.send({ do: "export", kind })));
  const other = make("input", { inputMode: "numeric", size: 5, ariaLabel: "The other run" });
  const compare = make("form", { className: "row", onsubmit: (event) => {
    event.preventDefault();
    const which = Number.parseInt(other.value, 10);
    if (which > 0) model.send({ do: "compare", one: run(), other: which });
    else other.focus();
  } }, text("span", "Compare with run", "quiet"), other, text("button", "Compare"));
  const tools = make("div", { className: "tools", hidden: !model.get("live") },
    row(text("span", "Download", "quiet"), ...files), compare, side);
  const controls = row(stop, resume, again);
  controls.hidden = tools.hidden;
  const body = make("div", {}, title, where, make("div", { className: "progress" }, bar, far,
    controls), verdict, forfeits, plots, tables, games.box, tools,
  make("details", {}, text("summary", "Settings and environment"), facts));
  const box = make("section", { className: "run" }, nothing, body);

  const figure = (picture, words) => make("figure", {}, picture, text("figcaption", words));
  const plotted = ({ course, test }, [first, second]) => [
    ...(course.length ? [figure(eloPlot(course),
      `Elo of ${first} against ${second}, with its 95 % interval, from pairs of games`)] : []),
    ...(test ? [figure(testPlot(test), test.words)] : []),
  ];
  const pace = () => {
    const shown = model.get("run");
    if (!shown) return;
    const { done, test } = shown.results, { planned, finished } = shown.about;
    const { state, progress, problem } = job(`run/${run()}`) ?? {};
    const going = state === "playing" || state === "waiting", over = finished || state === "done";
    const words = [`${number(done)} of ${count(planned, "game")}`];
    if (going && progress?.pace) {
      words.push(`${progress.pace.toFixed(progress.pace < 10 ? 1 : 0)} a second`,
        `${test ? "at most " : ""}${duration(progress.left)} left`);
    } else if (going) {
      words.push(state === "waiting" ? "waits for its turn" : "the workers are starting");
    } else words.push(problem || (over ? "finished" : "not finished: it can be resumed"));
    far.textContent = words.join(" · ");
    bar.max = planned;
    bar.value = done;
    stop.hidden = !going;
    resume.hidden = Boolean(going || over);
    again.disabled = !shown.setup;
  };
  const show = () => {
    const shown = model.get("run");
    nothing.hidden = Boolean(shown);
    body.hidden = !shown;
    if (!shown) return;
    const { about, results } = shown;
    const clock = about.reproducible ? "" : " · an agent thinks by the clock: not reproducible";
    title.textContent = `Run ${about.run}: ${about.game}`;
    where.textContent = about.agents.join(" – ") + clock;
    verdict.textContent = results.verdict;
    forfeits.replaceChildren(...results.forfeits.map((words) => text("p", words, "problem")));
    plots.replaceChildren(...plotted(results, about.agents));
    tables.replaceChildren(...(results.counted ? resultTables(results) : []));
    facts.replaceChildren(...about.facts.flatMap(([name, value]) =>
      [text("dt", spaced(name)), text("dd", value)]));
    games.show(shown);
    pace();
  };
  const weigh = () => {
    const found = model.get("comparison");
    side.replaceChildren(...(found ? [table(`Run ${found.runs[0]} and run ${found.runs[1]}`,
      ["", ...found.runs.map((each) => `run ${each}`)], found.rows), text("p", found.words)] : []));
  };
  show();
  weigh();
  return { box, on: { run: show, jobs: pace, comparison: weigh } };
}

// --- earlier runs --------------------------------------------------------------------------------

function runsPanel(model) {
  const chosen = new Set(), found = make("div"), none = text("p", "", "quiet");
  const filter = labeled("Filter: all of these words",
    make("input", { type: "search", autocomplete: "off", oninput: () => show() }));
  const compare = button("Compare the two chosen", () => {
    const [one, other] = [...chosen].sort((left, right) => left - right);
    model.send({ do: "follow", link: `run=${one}&compare=${other}` });
  });
  const choose = (run, on) => {
    if (on) chosen.add(run);
    else chosen.delete(run);
    compare.disabled = chosen.size !== 2;
  };
  const state = ({ finished }) => (finished ? "finished" : "not finished");
  const line = (each) => [
    button(`run ${each.run}`, () => model.send({ do: "run", run: each.run }), "link"),
    each.begun, each.game, each.agents.join(" – "),
    `${number(each.done)} of ${number(each.planned)}`, state(each),
    make("input", { type: "checkbox", checked: chosen.has(each.run),
      ariaLabel: `Choose run ${each.run} to compare`,
      onchange: ({ target }) => choose(each.run, target.checked) }),
  ];
  const show = () => {
    const runs = model.get("runs"), store = model.get("store");
    const words = filter.control.value.toLowerCase().split(/\s+/);
    const about = (each) => [`run ${each.run}`, each.identity, each.begun, each.game,
      ...each.agents, state(each)].join(" ").toLowerCase();
    const shown = (runs ?? []).filter((each) => words.every((word) => about(each).includes(word)));
    none.textContent = !runs ? "One moment: the runs are being read."
      : runs.length ? `${number(shown.length)} of ${count(runs.length, "run")}, kept in ${store}`
        : `No runs yet; they will be kept in ${store}.`;
    const heads = ["run", "begun (UTC)", "game", "agents", "games", "state", "compare"];
    found.replaceChildren(...(shown.length ? [table("Runs", heads, shown.map(line))] : []));
  };
  choose(0, false);
  show();
  return { box: make("section", { className: "runs" }, text("h2", "Earlier runs"),
    row(filter.box, compare), none, found), on: { runs: show } };
}

// --- studies -------------------------------------------------------------------------------------

function reportPart() {
  // A report has a style of its own, and keeps it to itself in a shadow.
  const host = make("div", { className: "report" }), root = host.attachShadow({ mode: "open" });
  const verdict = make("select", { ariaLabel: "Claims with the verdict", onchange: () => {
    for (const line of root.querySelectorAll(":is(.ledger, .glance) tbody tr")) {
      const fits = !verdict.value || line.querySelector(`.badge.${verdict.value}`);
      line.style.display = fits ? "" : "none";
    }
  } });
  const sieve = row(text("span", "Ledger: show", "quiet"), verdict);
  root.addEventListener("click", (event) => {
    const anchor = event.target.closest("a[href^='#']");
    if (!anchor) return;
    event.preventDefault(); // the address belongs to the view
    root.getElementById(anchor.getAttribute("href").slice(1)).scrollIntoView({ block: "center" });
  });
  const show = (study) => {
    sieve.hidden = !study?.html;
    if (host.dataset.made === `${study?.name} ${study?.made}`) return;
    host.dataset.made = `${study?.name} ${study?.made}`;
    root.innerHTML = study?.html
      ? `<style>${study.style}</style><div class="main">${study.html}</div>` : "";
    root.querySelectorAll(".scroll").forEach((each) => {
      const caption = each.closest("figure, details")?.querySelector("figcaption, summary");
      const words = caption?.textContent ?? "Table";
      Object.assign(each, { tabIndex: 0, role: "region", ariaLabel: words });
    });
    const claims = (kind) => root.querySelectorAll(`.ledger .badge.${kind}`).length;
    const found = Object.keys(VERDICTS).filter(claims);
    verdict.replaceChildren(...options([["", "all claims"],
      ...found.map((kind) => [kind, `${claims(kind)} ${VERDICTS[kind]}`])]));
  };
  return { host, sieve, show };
}

function studiesPanel(model, job) {
  const scale = labeled("Scale", make("select", {},
    ...options([["quick", "quick: seconds"], ["full", "full: minutes"]])));
  const seed = labeled("Seed", make("input", { inputMode: "numeric", size: 6 }));
  const head = text("h2", ""), said = text("p", ""), report = reportPart();
  const list = make("div", { className: "cards" }), bar = make("progress", { ariaLabel: "Study" });
  const wanted = () => ({ name: model.get("study").name, scale: scale.control.value,
    seed: Math.max(0, Number.parseInt(seed.control.value, 10) || 0) });
  const key = () => {
    const at = model.get("study");
    return at ? `study/${at.name}/${at.scale}/${at.seed}` : "";
  };
  const stop = button("Stop", () => model.send({ do: "stop", key: key() }));
  const start = button("", () => model.send({ do: "measure", ...wanted() }), "main");
  [scale, seed].forEach(({ control }) => control.addEventListener("change", () =>
    model.send({ do: "study", ...wanted() })));
  const one = make("section", { className: "study" }, head, row(scale.box, seed.box, start, stop),
    bar, said, report.sieve, report.host);
  const show = () => {
    const study = model.get("study"), { state, progress, problem } = job(key()) ?? {};
    const going = state === "playing" || state === "waiting";
    one.hidden = !study;
    report.show(study);
    if (!study) return;
    head.textContent = study.title ?? spaced(study.name);
    scale.control.value = study.scale;
    if (document.activeElement !== seed.control) seed.control.value = study.seed;
    start.hidden = going;
    start.textContent = study.html ? "Run it again" : "Run the study";
    stop.hidden = bar.hidden = !going;
    bar.max = progress?.planned || 1;
    if (progress) bar.value = progress.done;
    else bar.removeAttribute("value");
    said.className = problem ? "problem" : "quiet";
    said.textContent = state === "waiting" ? "It waits for its turn."
      : going ? `${progress?.title ?? "Starting"} …`
        : problem || (study.html
          ? `${study.verdicts}. Measured in ${duration(study.seconds)}, ${study.made}.`
          : "Nothing is kept of this study at this scale and seed: run it.");
  };
  const card = ({ name, asks, kept }) => make("button", { type: "button", className: "card",
    ariaPressed: String(name === model.get("study")?.name), onclick: () => {
      const { scale: size, seed: number } = kept[0] ?? { scale: "quick", seed: 1 };
      model.send({ do: "study", name, scale: size, seed: number });
    } }, text("b", spaced(name)), text("span", asks),
  text("span", kept[0]?.verdicts ?? "not run yet", "quiet"));
  const catalog = () => list.replaceChildren(...(model.get("studies") ?? []).map(card));
  const both = () => { show(); catalog(); };
  both();
  return { box: make("section", { className: "studies" },
    text("h2", "Seven course systems, put to the test"), list, one),
  on: { studies: catalog, study: both, jobs: show } };
}

// --- the view ------------------------------------------------------------------------------------

const named = (key) => key.split("/").slice(0, 2).map(spaced).join(" ");

function benchPart(model) {
  const box = make("ul", { className: "bench", ariaLabel: "At the bench" });
  let kept = new Map();
  const line = (key) => {
    const [kind, name, scale, seed] = key.split("/"), words = text("span", "");
    const watched = kind === "run" ? { do: "run", run: Number(name) }
      : { do: "study", name, scale, seed: Number(seed) };
    const action = (what, message) => Object.assign(button(what, () => model.send(message)),
      { ariaLabel: `${what} ${named(key)}` });
    return { words, line: make("li", {}, words, action("Watch", watched),
      action("Stop", { do: "stop", key })) };
  };
  const show = () => {
    const [here] = model.get("link").replace("=", "/").split("&"); // it says itself how far it is
    const going = model.get("jobs").filter(({ key, state }) =>
      (state === "playing" || state === "waiting") && key !== here);
    kept = new Map(going.map(({ key }) => [key, kept.get(key) ?? line(key)]));
    for (const { key, title, state, progress } of going) {
      const far = progress ? ` · ${progress.done} of ${progress.planned}` : "";
      kept.get(key).words.textContent = `${STATES[state][0]} ${named(key)} · ${title}${far}`;
    }
    const lines = [...kept.values()].map((each) => each.line);
    if (lines.some((each, place) => each !== box.children[place])
      || lines.length !== box.childElementCount) box.replaceChildren(...lines);
    box.hidden = !going.length;
  };
  show();
  return { box, on: { jobs: show, link: show } };
}

function save({ name, kind, text: content }) {
  const address = URL.createObjectURL(new Blob([content], { type: `${kind};charset=utf-8` }));
  const link = make("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

function render({ model, el }) {
  const live = model.get("live"), listeners = [], heard = new Map();
  const job = (key) => model.get("jobs")?.find((each) => each.key === key);
  const problem = make("p", { className: "problem", role: "alert" });
  const spoken = make("p", { className: "hidden", ariaLive: "polite" });
  const parts = { run: runPanel(model, job) };
  const tabs = make("nav", { ariaLabel: "Parts of the lab", hidden: !live });
  const bench = live ? benchPart(model) : { box: "", on: {} };
  if (live) {
    Object.assign(parts, { setup: setupPanel(model), runs: runsPanel(model),
      studies: studiesPanel(model, job) });
    tabs.append(...Object.keys(TABS).map((name) =>
      button("", () => model.send({ do: "tab", name }))));
  }
  el.classList.add("ply-view", "ply-lab");
  el.replaceChildren(text("h1", "Lab", "hidden"), tabs, bench.box, problem,
    ...Object.values(parts).map(({ box }) => box), spoken);

  const choose = () => {
    const chosen = live ? model.get("tab") : "run", run = model.get("run")?.about.run;
    for (const [name, { box }] of Object.entries(parts)) box.hidden = name !== chosen;
    Object.entries(TABS).forEach(([name, words], place) => {
      const tab = tabs.children[place];
      if (!tab) return;
      tab.textContent = name === "run" && run ? `Run ${run}` : words;
      tab.hidden = name === "run" && !run && chosen !== "run";
      if (name === chosen) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
    });
  };
  const speak = () => {
    for (const { key, state, progress, problem: why } of model.get("jobs") ?? []) {
      const { done, planned } = progress ?? { done: 0, planned: 1 };
      const far = state === "playing" && progress ? `, ${done} of ${planned}` : "";
      const now = state + (far && Math.floor((10 * done) / planned));
      if (heard.has(key) && heard.get(key) !== now) {
        spoken.textContent = `${named(key)} ${STATES[state].slice(2)}${far} ${why}`;
      }
      heard.set(key, now);
    }
  };
  const complain = () => { problem.textContent = model.get("problem") ?? ""; };
  const download = () => { if (model.get("download")) save(model.get("download")); };
  const own = { on: { tab: choose, run: choose, jobs: speak, problem: complain, download } };
  for (const { on } of [...Object.values(parts), bench, own]) {
    for (const [name, listener] of Object.entries(on)) {
      model.on(`change:${name}`, listener);
      listeners.push([`change:${name}`, listener]);
    }
  }
  [choose, speak, complain].forEach((each) => each());
  return () => listeners.forEach(([name, listener]) => model.off(name, listener));
}

export default { render };
