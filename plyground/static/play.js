// A game: played on the board, by mouse, keys or typed moves; looked at ply by ply; replayed.
//
//     cells: { "11x18x25": ["11", "18", "25"], … }      a legal move is a walk from cell to cell:
//     chosen: ["11", "18"] ──▶ next: 25                 what fits the walk so far may come next
//
// One import-free file with render({ model, el }), as anywidget wants it. views/play.py says what
// the model holds. An exported replay is not live: its `frames` hold what differs from ply to ply.

const SPEEDS = { slow: 2000, steady: 800, fast: 200, "at once": 30 };
const escaped = (text) => String(text).replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
const spoken = (name) => name.replace(/_/g, " ").replace(/^./, (first) => first.toUpperCase());
const HOW = { exact: "exact, by perfect play", searched: "by search" };
const MOST_NAMED = 10;
let views = 0;

// --- moves as walks over cells -------------------------------------------------------------------

function walk(cells, chosen) {
  // What may be chosen next, with the moves each leads to; and the moves that are complete.
  const next = new Map(), done = [];
  for (const [name, path] of Object.entries(cells)) {
    if (!chosen.every((cell, at) => path[at] === cell)) continue;
    if (path.length === chosen.length) done.push(name);
    else next.set(path[chosen.length], [...(next.get(path[chosen.length]) ?? []), name]);
  }
  return { next, done };
}

function walks(moves, places) {
  // The cells of moves that nobody may make now.
  return Object.fromEntries(Object.keys(moves).map((name) =>
    [name, places.has(name) ? [name] : name.split(/[-x]/)]));
}

// --- the board -----------------------------------------------------------------------------------

function geometry(svg) {
  // Cells by name: the places where each is drawn (several for a column), and what stands there.
  const cells = new Map();
  for (const shape of svg.querySelectorAll("[data-cell]")) {
    const size = (name) => Number(shape.getAttribute(name));
    const round = shape.tagName === "circle";
    const half = round ? Math.max(size("r"), 18) : size("width") / 2;
    const x = round ? size("cx") : size("x") + half;
    const y = round ? size("cy") : size("y") + size("height") / 2;
    const name = shape.dataset.cell;
    if (!cells.has(name)) cells.set(name, { name, parts: [] });
    cells.get(name).parts.push({ x, y, half, piece: null });
  }
  const parts = [...cells.values()].flatMap((cell) => cell.parts);
  for (const disc of svg.querySelectorAll(".first, .second")) {
    const x = Number(disc.getAttribute("cx")), y = Number(disc.getAttribute("cy"));
    const below = parts.find((part) => Math.hypot(part.x - x, part.y - y) < 2);
    const after = disc.nextElementSibling?.matches(".ring") ? disc.nextElementSibling : disc;
    if (below) below.piece = { player: disc.matches(".second") ? 1 : 0,
      king: Boolean(after.nextElementSibling?.matches(".crown")) };
  }
  for (const cell of cells.values()) {
    cell.x = cell.parts.reduce((sum, part) => sum + part.x, 0) / cell.parts.length;
    cell.y = cell.parts.reduce((sum, part) => sum + part.y, 0) / cell.parts.length;
    cell.landing = cell.parts.filter((part) => !part.piece).at(-1) ?? cell.parts[0];
    cell.top = cell.parts.find((part) => part.piece) ?? cell.landing;
    cell.piece = cell.parts.length === 1 ? cell.parts[0].piece : null;
  }
  return cells;
}

const ring = ({ x, y, half }, role, share = 0.9) =>
  `<circle class="${role}" cx="${x}" cy="${y}" r="${share * half}"/>`;
const path = (spots, role) =>
  `<polyline class="${role}" points="${spots.map(({ x, y }) => `${x},${y}`).join(" ")}"/>`;

function label({ x, y }, words, role) {
  const lines = words.includes(" in ") ? words.split(/ (?=in )/) : [words];
  const wide = 7 + 6.4 * Math.max(...lines.map((line) => line.length));
  const high = 13 * lines.length + 3;
  const spans = lines.map((line, at) =>
    `<tspan x="${x}" y="${y + 13 * (at - (lines.length - 1) / 2)}">${escaped(line)}</tspan>`);
  return `<g class="${role}"><rect x="${x - wide / 2}" y="${y - high / 2}" width="${wide}"
    height="${high}" rx="6"/><text>${spans.join("")}</text></g>`;
}

function overlay(places, { last, chosen, next, hint, worths, values, cursor, turn }) {
  const shapes = [];
  const known = (names) => names.filter((name) => places.has(name)).map((name) => places.get(name));
  known(last).forEach((cell) => shapes.push(ring(cell.top, cell.top.piece ? "last" : "last gone")));
  for (const [name] of next) {
    const cell = places.get(name);
    if (cell) shapes.push(cell.piece ? ring(cell.landing, "may around")
      : ring(cell.landing, "may", 0.3));
  }
  const walked = known(chosen);
  walked.forEach((cell) => shapes.push(ring(cell.landing, "chosen")));
  if (walked.length > 1) shapes.push(path(walked.map((cell) => cell.landing), "walked"));
  const end = walked.at(-1);
  if (end && !end.piece) shapes.push(ring(end.landing, `ghost ${turn ? "second" : "first"}`, 0.7));
  if (hint) {
    const spots = known(hint.cells).map((cell) => cell.landing);
    spots.forEach((spot) => shapes.push(ring(spot, "hinted", 0.98)));
    if (spots.length > 1) shapes.push(path(spots, "hinted"));
  }
  if (values) shapes.push(...valued(places, worths, values));
  const at = places.get(cursor);
  if (at) shapes.push(box(at, "cursor"));
  for (const [name] of next) {
    known([name]).forEach((cell) => shapes.push(box(cell, "hit", `data-hit="${escaped(name)}"`)));
  }
  return `<g class="over">${shapes.join("")}</g>`;
}

function box(cell, role, more = "") {
  const xs = cell.parts.map((part) => part.x), ys = cell.parts.map((part) => part.y);
  const half = cell.parts[0].half, [x, y] = [Math.min(...xs) - half, Math.min(...ys) - half];
  return `<rect class="${role}" x="${x}" y="${y}" width="${Math.max(...xs) + half - x}"
    height="${Math.max(...ys) + half - y}" rx="6" ${more}/>`;
}

function valued(places, next, values) {
  // At each cell the best that can still come of choosing it.
  const found = [];
  for (const [name, moves] of next) {
    const known = moves.map((move) => values[move]).filter(Boolean);
    if (known.length && places.has(name)) {
      found.push([name, known.reduce((best, each) => (each[1] > best[1] ? each : best))]);
    }
  }
  const best = Math.max(...found.map(([, value]) => value[1]));
  return found.map(([name, [words, score]]) =>
    label(places.get(name).landing, words, score === best ? "value best" : "value"));
}

function nearest(places, from, [right, down]) {
  // The cell that lies most nearly in this direction; the same one if there is none.
  let best = from, least = Infinity;
  for (const cell of places.values()) {
    const across = cell.x - from.x, along = cell.y - from.y;
    const ahead = across * right + along * down, aside = Math.abs(across * down + along * right);
    const cost = ahead + 2.5 * aside;
    if (ahead > 4 && cost < least) [best, least] = [cell, cost];
  }
  return best;
}

// --- the parts of the page -----------------------------------------------------------------------

const shell = (id) => `
<p class="hidden said" role="status"></p><p class="hidden under" aria-live="polite"></p>
<header><h1></h1><p class="rules quiet"></p></header>
<p class="problem" role="alert"></p>
<div class="field">
  <section class="main" aria-label="Board">
    <div class="seat" data-player="1"></div>
    <div class="stage">
      <div class="scale" role="img"><i></i></div>
      <div class="board" tabindex="0" role="application" aria-label="Board"
        aria-describedby="${id}-keys ${id}-drawn"></div>
    </div>
    <div class="seat" data-player="0"></div>
    <div class="state"><p><strong class="status"></strong> <span class="prompt"></span></p>
      <div class="row thinks live"><span></span><button data-do="stop">Stop</button></div></div>
    <p class="advice"></p>
    <div class="row choices live"></div>
    <form class="row typed live"><label>Type a move <input size="9" autocomplete="off"
      spellcheck="false"></label><button>Play it</button>
      <button type="button" data-do="undo" hidden>Undo the half-made move</button></form>
    <div class="row live">
      <button data-do="back">Take back</button><button data-do="hint">Hint</button>
      <button data-do="swap">Swap sides</button><button data-do="resign">Resign</button>
      <button data-do="values" aria-pressed="false">Values</button>
      <button data-do="new">New game</button>
    </div>
    <p class="quiet keys live" id="${id}-keys">On the board: arrow keys move, Enter or Space
      chooses, Escape undoes, digits choose a column.</p>
    <pre class="hidden" id="${id}-drawn"></pre>
  </section>
  <aside aria-label="The game">
    <div class="row auto"><button data-do="auto" class="main"></button>
      <button data-do="step" class="live">Step</button>
      <label>speed <select>${Object.keys(SPEEDS).map((name) =>
    `<option${name === "steady" ? " selected" : ""}>${name}</option>`).join("")}</select></label>
    </div>
    <h2>Moves</h2>
    <ol class="moves" aria-label="Moves; arrow keys go back and forth"></ol>
    <div class="row"><button data-do="begin" aria-label="to the beginning">«</button>
      <button data-do="previous" aria-label="one ply back">‹</button>
      <button data-do="next" aria-label="one ply on">›</button>
      <button data-do="end" aria-label="to the last ply">»</button>
      <button data-do="restore" class="live" hidden></button></div>
    <p class="thought quiet"></p>
    <div class="graph" role="img"></div>
    <div class="worth"><h2>Values <span class="how quiet"></span></h2><form class="row live"><label>by <input
      spellcheck="false"></label><button>Use it</button></form><ol></ol></div>
    <p class="row live"><button data-do="tree" hidden>The tree behind this move</button></p>
    <details class="panel setting live"><summary>Game and players</summary><form>
      ${[0, 1, 2].map((at) => `<fieldset data-at="${at}"></fieldset>`).join("")}
      <div class="row"><button class="main">Start a new game</button>
      <button type="button" data-do="seat">Change the players only</button></div></form></details>
    <details class="panel notation live"><summary>Notation, set up, download</summary>
      <label>Show <select><option value="game">the game</option><option value="position">this
        position</option><option value="drawn">this position, drawn</option></select></label>
      <textarea rows="9" spellcheck="false" aria-label="Notation"></textarea>
      <p class="quiet">Load reads a position, drawn or not, a list of moves, or a saved game.</p>
      <div class="row"><button data-do="load" class="main">Load</button>
        <button data-do="copy">Copy</button><button data-do="download">Download</button>
        <button data-do="address" hidden>Copy the link</button>
        <button data-do="export">Download a replay</button></div>
      <p class="done" role="status"></p></details>
  </aside>
</div>
<dialog aria-label="The tree behind the move"><button data-do="close">Close</button><div></div>
</dialog>`;

const mark = (player) => `<svg class="disc" viewBox="-10 -10 20 20" aria-hidden="true">
  <circle r="8" fill="var(--${player ? "second" : "first"})"/>
  ${player ? '<circle r="4.6" fill="none" stroke="var(--edge)" stroke-width="1.6"/>' : ""}</svg>`;

function seats(el, get) {
  const [, ...agents] = get("forms"), moving = get("busy")?.includes("move");
  const mover = (get("turn") + get("moves").length - get("at")) % 2;
  for (const seat of el.querySelectorAll(".seat")) {
    const player = Number(seat.dataset.player), thinks = moving && mover === player;
    const ended = get("over") && get("at") === get("moves").length;
    seat.classList.toggle("turn", get("turn") === player && !ended);
    seat.innerHTML = `${mark(player)}<b>${escaped(get("players")[player])}</b>
      <span>${escaped(agents[player].text)}</span>${thinks ? '<em class="busy">thinks</em>' : ""}`;
  }
}

function moveList(list, get, look) {
  const names = get("moves"), first = (get("turn") + get("at")) % 2;
  if (list.dataset.of !== `${first} ${names.join(" ")}`) {
    list.dataset.of = `${first} ${names.join(" ")}`;
    const rows = [];
    names.forEach((name, at) => {
      if (!rows.length || (at + first) % 2 === 0) rows.push([]);
      rows.at(-1).push(`<button data-ply="${at + 1}" tabindex="-1">${escaped(name)}</button>`);
    });
    const gap = first && rows.length ? "<span>…</span>" : "";
    list.innerHTML = rows.map((row, at) => `<li>${at ? "" : gap}${row.join("")}</li>`).join("");
  }
  const had = list.contains(document.activeElement), at = get("at");
  list.querySelectorAll("button").forEach((button) => {
    const here = Number(button.dataset.ply) === at;
    button.toggleAttribute("aria-current", here);
    if (here) button.setAttribute("aria-current", "true");
    button.tabIndex = here || (!at && button.dataset.ply === "1") ? 0 : -1;
  });
  const here = list.querySelector("[aria-current]") ?? list.querySelector("button");
  if (had) here?.focus({ preventScroll: true });
  if (here) list.scrollTop = here.offsetTop - list.clientHeight / 2;
}

function graph(el, get) {
  const found = get("evaluations"), [first] = get("players");
  const box = el.querySelector(".graph"), scale = el.querySelector(".scale");
  const here = found[get("at")], words = here ? here[1] : "not evaluated";
  scale.firstChild.style.height = `${50 + 50 * (here ? here[0] : 0)}%`;
  scale.classList.toggle("unknown", !here);
  scale.setAttribute("aria-label", `Evaluation for ${first}: ${words}`);
  scale.title = words;
  box.hidden = !found.some(Boolean);
  box.setAttribute("aria-label", `Evaluation at each ply, for ${first}; here: ${words}`);
  const wide = Math.max(found.length, 12);
  const bars = found.map((each, ply) => {
    const share = each ? each[0] : 0, high = Math.max(Math.abs(share), 0.03);
    const role = !each ? "none" : share < 0 ? "second" : "first";
    return `<rect class="${role}${ply === get("at") ? " here" : ""}" x="${ply + 0.12}" width=".76"
      y="${share < 0 ? 1 : 1 - high}" height="${high}"><title>ply ${ply}: ${
      escaped(each ? each[1] : "not evaluated")}</title></rect>`;
  });
  box.innerHTML = `<svg viewBox="0 0 ${wide} 2" preserveAspectRatio="none" aria-hidden="true">
    <path d="M0 1H${wide}"/>${bars.join("")}</svg>
    <p class="quiet">for ${escaped(`${first}: ${words}`)}</p>`;
  box.dataset.wide = wide;
}

function worth(el, get, live) {
  const values = get("values"), shown = live ? get("valuing") : Boolean(values);
  const list = el.querySelector(".worth ol");
  el.querySelector(".worth").hidden = !shown;
  const sorted = Object.entries(values ?? {}).sort(([, one], [, other]) => other[1] - one[1]);
  el.querySelector(".how").textContent = values ? HOW[get("valued")] ?? "" : "";
  list.innerHTML = sorted.map(([name, [words]]) => `<li>${live && get("cells")[name]
    ? `<button data-move="${escaped(name)}">${escaped(name)}</button>` : `<b>${escaped(name)}</b>`
  } ${escaped(words)}</li>`).join("");
}

function advice(hint, valued) {
  // What was asked for and how sure that is, in a line below the board.
  if (!hint) return valued ? `Values: ${HOW[valued]}` : "";
  const also = hint.also.slice(0, MOST_NAMED).join(" ");
  const more = hint.also.length > MOST_NAMED ? " …" : "";
  return `Hint: ${hint.move}${hint.words && ` (${hint.words})`}${
    also && `; as good: ${also}${more}`}`;
}

// --- friendly controls for text forms ------------------------------------------------------------

const PLAIN = /^[A-Za-z_./~][\w./:~-]*(\(.*\))?$/;

function textOf({ name, parameters }) {
  const shown = (value) =>
    (typeof value === "string" && !PLAIN.test(value) ? `"${value}"` : String(value));
  const inside = Object.entries(parameters).map(([key, value]) => `${key}=${shown(value)}`);
  return inside.length ? `${name}(${inside.join(", ")})` : name;
}

const options = (names, chosen, worded = (name) => name) => names.map((name) => `<option
  value="${escaped(name)}"${name === chosen ? " selected" : ""}>${escaped(worded(name))}</option>`)
  .join("");

function control({ name, kind, usual, choices }, value, heuristics) {
  const data = `data-parameter="${name}" data-kind="${kind}"`, title = spoken(name);
  if (kind === "switch") {
    return `<label><input type="checkbox" ${data}${value ? " checked" : ""}> ${title}</label>`;
  }
  if (kind === "choice" || kind === "heuristic") {
    const own = choices ?? ["", ...heuristics], names = own.includes(value) ? own : [value, ...own];
    return `<label>${title} <select ${data}>${
      options(names, value, (each) => each || "the game's own")}</select></label>`;
  }
  const step = { whole: 'type="number" min="0"', number: 'type="number" min="0" step="any"' }[kind];
  return `<label>${title} <input ${step ?? ""} ${data} placeholder="${escaped(usual)}"
    value="${escaped(value ?? "")}"></label>`;
}

function setting(el, model, hear) {
  // Three text forms: the game, the first player, the second; controls write them.
  const form = el.querySelector(".setting form");
  const { games, agents, heuristics } = model.get("controls");
  const kinds = (at) => (at ? agents : games);
  let drafts = [];
  const plays = (name) => {
    const agent = agents.find((each) => each.name === name);
    const game = games.find((each) => each.name === drafts[0].name);
    return !agent || !game || agent.games.includes(game.name);
  };

  const draw = (at) => {
    const draft = drafts[at], spec = kinds(at).find((each) => each.name === draft.name);
    const own = heuristics[drafts[0].name] ?? [], who = model.get("players")[at - 1];
    const names = kinds(at).filter((each) => plays(each.name)).map((each) => each.name);
    const value = ({ name, kind, usual }) => draft.parameters[name]
      ?? (kind === "choice" || kind === "heuristic" ? usual : undefined);
    form.querySelector(`[data-at="${at}"]`).innerHTML = `
      <legend>${at ? mark(at - 1) + escaped(who) : "Game"}</legend>
      <label>${at ? "Played by" : "Which"} <select data-kind="name">${
  options(names.includes(draft.name) ? names : [draft.name, ...names], draft.name, spoken)}</select></label>
      ${(spec?.parameters ?? []).map((each) => control(each, value(each), own)).join("")}
      <p class="quiet">${escaped(spec?.about ?? "")}</p>
      <label class="text">As text <input data-kind="whole text" spellcheck="false"
        value="${escaped(draft.text ?? textOf(draft))}"></label>`;
  };

  const reset = () => {
    const typing = document.activeElement;
    if (form.contains(typing) && typing.matches("input, select")) return;
    drafts = model.get("forms").map((each) => ({ ...each, parameters: { ...each.parameters } }));
    drafts.forEach((_, at) => draw(at));
  };

  const reseat = (draft, at) => {
    // Heuristics are the other game's, and some agents play that one only.
    if (!plays(draft.name)) drafts[at + 1] = { name: "advisor", parameters: {} };
    if (draft.parameters.heuristic) delete draft.text;
    delete draft.parameters.heuristic;
  };

  form.addEventListener("input", ({ target }) => {
    const at = Number(target.closest("fieldset").dataset.at), { kind, parameter } = target.dataset;
    if (kind === "name") {
      drafts[at] = { name: target.value, parameters: {} };
      if (!at) drafts.slice(1).forEach(reseat);
      (at ? [at] : [0, 1, 2]).forEach(draw);
      form.querySelector(`[data-at="${at}"] select`).focus();
    } else if (kind === "whole text") {
      drafts[at].text = target.value;
    } else {
      const counted = (kind === "whole" || kind === "number") && target.value !== "";
      const written = counted ? Number(target.value) : target.value;
      const value = kind === "switch" ? target.checked : written;
      delete drafts[at].text;
      if (value === "" || value === false) delete drafts[at].parameters[parameter];
      else drafts[at].parameters[parameter] = value;
      form.querySelector(`[data-at="${at}"] .text input`).value = textOf(drafts[at]);
    }
  });
  const said = () => {
    const fields = [...form.querySelectorAll(".text input")];
    const [game, first, second] = fields.map((field) => field.value);
    return { game, first, second };
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    form.querySelector("button").focus();
    model.send({ do: "new", ...said() });
  });
  reset();
  hear("change:forms", reset);
  return said;
}

// --- what a page does ----------------------------------------------------------------------------

function save(name, text, kind) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: kind }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function notation(el, model, hear) {
  const panel = el.querySelector(".notation"), area = panel.querySelector("textarea");
  const which = panel.querySelector("select"), done = panel.querySelector(".done");
  const refresh = () => {
    if (!panel.open || document.activeElement === area) return;
    if (which.value === "game") model.send({ do: "write" });
    else area.value = model.get(which.value);
  };
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      done.textContent = "Copied.";
    } catch {
      area.value = text;
      area.select();
      done.textContent = "Copy it with Ctrl-C.";
    }
  };
  const ending = () => (model.get("game").startsWith("checkers") ? "pdn" : "txt");
  const file = (kind) => `${model.get("game").replace(/\W+/g, "_").replace(/_$/, "")}.${kind}`;
  panel.addEventListener("toggle", refresh);
  which.addEventListener("change", refresh);
  hear("change:written", () => {
    if (which.value === "game") area.value = model.get("written").text;
  });
  hear("change:exported", () => {
    const exported = model.get("exported");
    if (exported) save(file("html"), exported.text, "text/html");
  });
  hear("change:link", refresh);
  return {
    load: () => model.send({ do: "setup", text: area.value }),
    copy: () => copy(area.value),
    address: () => copy(`${location.origin}${location.pathname}#${model.get("link")}`),
    download: () => save(file(ending()), area.value, "text/plain"),
    export: () => model.send({ do: "export" }),
  };
}

async function showTree(el, model) {
  const asked = { game: model.get("game"), ...model.get("behind") };
  const { model: inner, render: draw } = await model.view("tree", asked);
  const dialog = el.querySelector("dialog"), room = document.createElement("div");
  dialog.lastChild.replaceWith(room);
  dialog.showModal();
  const clean = draw({ model: inner, el: room });
  dialog.addEventListener("close", () => {
    clean?.();
    inner.close?.();
    room.replaceChildren();
  }, { once: true });
}

function reader(model, local) {
  // Live, the model holds what is in view; a replay has a frame for each ply.
  const frames = model.get("frames"), shapes = model.get("shapes");
  if (model.get("live") !== false) return (name) => model.get(name);
  return (name) => {
    if (name === "board") return frames[local.at].board.map((each) => `<${shapes[each]}`).join("");
    if (name === "cells") return {};
    return frames[local.at][name] ?? model.get(name);
  };
}

function prompted(places, { next, done }, chosen, turn, replaces) {
  const cells = [...next.keys()].map((name) => places.get(name)).filter(Boolean);
  const all = (player) => cells.length > 0 && cells.every((cell) => cell.piece?.player === player);
  if (!chosen.length) {
    if (!cells.length) return "";
    const what = all(turn) ? "piece" : cells[0].parts.length > 1 ? "column" : "cell";
    const rest = replaces ? `; it takes the place of the ${replaces} moves after it` : "";
    return `choose a ${what}${rest}`;
  }
  const so = `${chosen.join(" ")}: `;
  if (done.length) return `${so}done, or choose the next cell`;
  if (all(1 - turn)) return `${so}now choose a man to take`;
  return so + (chosen.length > 1 ? "go on, choose the next cell" : "now choose where it goes");
}

// --- the view ------------------------------------------------------------------------------------

function render({ model, el }) {
  const live = model.get("live") !== false;
  const local = { at: 0, chosen: [], cursor: "", running: false, timer: 0, drawn: "" };
  const get = reader(model, local), find = (selector) => el.querySelector(selector);
  el.classList.add("ply-view", "ply-play");
  el.innerHTML = shell(`play${++views}`);
  if (!live) el.querySelectorAll(".live").forEach((part) => part.remove());
  const board = find(".board"), text = (selector, words) => {
    const part = find(selector);
    if (part && part.textContent !== words) part.textContent = words;
  };
  let places = new Map();

  // - drawing

  const drawBoard = () => {
    const picture = get("board"), cells = get("cells");
    if (picture !== local.drawn) {
      local.drawn = picture;
      local.chosen = [];
      board.innerHTML = picture;
      places = geometry(board.firstChild);
      if (!places.has(local.cursor)) local.cursor = get("last").at(-1) ?? [...places.keys()][0];
    } else board.querySelector(".over")?.remove();
    const step = walk(cells, local.chosen);
    const values = live && !get("valuing") ? null : get("values");
    const worths = step.next.size ? step.next : walk(walks(values ?? {}, places), []).next;
    board.firstChild.insertAdjacentHTML("beforeend", overlay(places, { last: get("last"),
      chosen: local.chosen, next: step.next, hint: get("hint"), worths, values,
      cursor: local.cursor, turn: get("turn") }));
    const replaces = get("moves").length - get("at");
    text(".prompt", prompted(places, step, local.chosen, get("turn"), replaces));
    if (live) {
      find("[data-do=undo]").hidden = !local.chosen.length;
      find(".choices").innerHTML = local.chosen.length ? step.done.map((name) =>
        `<button data-move="${escaped(name)}">Play ${escaped(name)}</button>`).join("") : "";
    }
  };

  const drawTools = () => {
    const busy = get("busy"), over = get("over"), humans = get("humans");
    const mover = (get("turn") + get("moves").length - get("at")) % 2;
    const waits = !over && !humans.includes(mover) && !busy.includes("move");
    find("[data-do=back]").disabled = !get("moves").length;
    find("[data-do=hint]").disabled = !Object.keys(get("cells")).length;
    find("[data-do=resign]").disabled = over || !humans.length;
    find("[data-do=values]").setAttribute("aria-pressed", String(get("valuing")));
    find("[data-do=restore]").hidden = !get("replaced");
    text("[data-do=restore]", `Bring back ${get("replaced")} moves`);
    find(".auto").hidden = humans.length > 0 && !waits;
    find("[data-do=auto]").hidden = find(".auto label").hidden = humans.length > 0;
    find("[data-do=auto]").disabled = over;
    find("[data-do=step]").disabled = !waits;
    text("[data-do=step]", humans.length ? `Let ${get("players")[mover]} move` : "Step");
    const doing = { move: `${get("players")[mover]} thinks …`, hint: "looking for a hint …",
      opening: "opening the game …", export: "making the replay …", values: "valuing moves …" };
    const first = Object.keys(doing).find((kind) => busy.includes(kind));
    text(".thinks span", doing[first] ?? "");
    find(".typed").hidden = !humans.length;
    find(".thinks").classList.toggle("idle", !first);
    const field = find(".worth input");
    if (document.activeElement !== field) field.value = get("valuer");
  };

  const refresh = () => {
    const [form] = get("forms"), last = get("moves").length;
    text("h1", spoken(form.name) + form.text.slice(form.name.length));
    el.classList.toggle("downwards", form.name === "checkers"); // the first player sits at the top
    text(".rules", get("rules"));
    text(".problem", get("problem") ?? "");
    text(".status", get("status"));
    text("pre", get("drawn"));
    board.setAttribute("aria-label", `Board: ${get("status")}; position ${get("position")}`);
    drawBoard();
    seats(el, get);
    moveList(find(".moves"), get);
    find("[data-do=begin]").disabled = find("[data-do=previous]").disabled = get("at") === 0;
    find("[data-do=next]").disabled = find("[data-do=end]").disabled = get("at") === last;
    showRunning();
    text(".thought", get("thought") ? `${get("players")[1 - get("turn")]}: ${get("thought")}` : "");
    graph(el, get);
    worth(el, get, live);
    const values = live && !get("valuing") ? null : get("values");
    text(".advice", advice(get("hint"), values && get("valued")));
    if (live) drawTools();
    goOn();
  };

  const showRunning = () => {
    text("[data-do=auto]", local.running ? "⏸ Pause" : "▶ Play");
    find("[data-do=auto]").setAttribute("aria-label", local.running ? "Pause" : "Play");
  };

  // - doing

  const look = (at) => {
    const ply = Math.max(0, Math.min(get("moves").length, at));
    if (live && ply !== get("at")) model.send({ do: "look", at: ply });
    if (live) return;
    local.at = ply;
    text(".said", `Ply ${ply}: ${get("moves")[ply - 1] ?? "the beginning"}; ${get("status")}`);
    refresh();
  };
  const goOn = () => {
    // Agents among themselves, or a replay: one ply after the other while it runs.
    const ended = live ? get("over") || get("problem") : local.at === get("moves").length;
    if (local.running && ended) {
      local.running = false;
      showRunning();
    }
    if (!local.running || local.timer || (live && get("busy").includes("move"))) return;
    local.timer = setTimeout(() => {
      local.timer = 0;
      if (!local.running) return;
      if (live) model.send({ do: "step" });
      else look(local.at + 1);
    }, SPEEDS[find(".auto select").value]);
  };
  const play = (name) => {
    if (document.activeElement?.dataset.move) board.focus(); // that button will not be there
    local.chosen = [];
    model.send({ do: "move", name, at: get("at") });
  };
  const undo = () => {
    local.chosen.pop();
    drawBoard();
  };
  const choose = (cell) => {
    const cells = get("cells"), { next } = walk(cells, local.chosen);
    if (next.has(cell)) local.chosen.push(cell);
    else if (local.chosen.at(-1) === cell) return undo();
    else if (walk(cells, []).next.has(cell)) local.chosen = [cell];
    else return text(".under", `${cell} cannot be chosen`);
    const after = walk(cells, local.chosen);
    if (!after.next.size && after.done.length === 1) play(after.done[0]);
    else {
      drawBoard();
      text(".under", find(".prompt").textContent);
    }
    return undefined;
  };
  const tell = () => {
    const { name, parts, piece } = places.get(local.cursor);
    const words = [parts.length > 1 ? `column ${name}` : name];
    if (piece) words.push(get("players")[piece.player] + (piece.king ? "'s king" : ""));
    if (walk(get("cells"), local.chosen).next.has(name)) words.push("can be chosen");
    text(".under", words.join(", "));
  };

  const heard = [], hear = (event, listener) => {
    model.on(event, listener);
    heard.push([event, listener]);
  };
  const papers = live ? notation(el, model, hear) : {};
  const drafted = live ? setting(el, model, hear) : null;
  const simple = ["back", "hint", "swap", "resign", "new", "stop", "step", "restore"];
  const acts = {
    ...papers,
    ...Object.fromEntries(simple.map((name) => [name, () => model.send({ do: name })])),
    undo,
    begin: () => look(0),
    previous: () => look(get("at") - 1),
    next: () => look(get("at") + 1),
    end: () => look(get("moves").length),
    values: () => model.send({ do: "values", on: !get("valuing") }),
    seat: () => {
      const { first, second } = drafted();
      model.send({ do: "players", first, second });
    },
    auto: () => {
      local.running = !local.running;
      if (!live && local.running && local.at === get("moves").length) local.at = 0;
      clearTimeout(local.timer);
      local.timer = 0;
      refresh();
    },
    tree: () => showTree(el, model),
    close: () => find("dialog").close(),
  };

  // - listening

  el.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (target.closest("dialog > div")) { // the tree has buttons of its own, and links to Play
      if (target.closest("a")) acts.close();
      return;
    }
    if (button?.dataset.do) acts[button.dataset.do]();
    else if (button?.dataset.move) play(button.dataset.move);
    else if (button?.dataset.ply) look(Number(button.dataset.ply));
  });
  board.addEventListener("pointerdown", () => board.classList.remove("keyed"));
  board.addEventListener("click", (event) => {
    const svg = board.firstChild, { x, y } = new DOMPoint(event.clientX, event.clientY)
      .matrixTransform(svg.getScreenCTM().inverse());
    const far = (part) => Math.hypot(part.x - x, part.y - y);
    const near = [...places.values()].map((cell) => [Math.min(...cell.parts.map(far)), cell.name])
      .sort(([one], [other]) => one - other)[0];
    if (!near || near[0] > 34 || !live) return;
    local.cursor = near[1];
    choose(near[1]);
  });
  board.addEventListener("keydown", (event) => {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const column = places.get(event.key === "0" ? "10" : event.key), way = ways[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || !live) return;
    board.classList.add("keyed");
    if (way && Object.keys(get("cells")).length) {
      local.cursor = nearest(places, places.get(local.cursor), way).name;
      drawBoard();
      tell();
    } else if (way) look(get("at") + way[0]);
    else if (event.key === "Enter" || event.key === " ") choose(local.cursor);
    else if (event.key === "Escape" && local.chosen.length) undo();
    else if (column?.parts.length > 1) choose(column.name);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const walked = (event) => {
    const ways = { ArrowLeft: acts.previous, ArrowRight: acts.next, Home: acts.begin, End: acts.end,
      ...(live ? {} : { " ": acts.auto }) };
    const { tagName } = event.target;
    const own = tagName === "SELECT" || (tagName === "BUTTON" && event.key === " ");
    if (!ways[event.key] || own || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    ways[event.key]();
  };
  (live ? find(".moves") : el).addEventListener("keydown", walked);
  find(".graph").addEventListener("click", (event) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    look(Math.floor((event.clientX - left) / width * Number(event.currentTarget.dataset.wide)));
  });
  if (live) {
    find(".typed").addEventListener("submit", (event) => {
      event.preventDefault();
      const field = find(".typed input");
      if (field.value.trim()) play(field.value.trim());
      field.value = "";
    });
    find(".worth form").addEventListener("submit", (event) => {
      event.preventDefault();
      model.send({ do: "values", on: true, agent: find(".worth input").value });
    });
    find("[data-do=tree]").hidden = find("[data-do=address]").hidden = !model.view;
    find(".setting").open = !get("moves").length && matchMedia("(min-width: 60rem)").matches;
    hear("change:said", () => text(".said", get("said")));
    hear("change", refresh);
  } else {
    el.tabIndex = -1;
    el.focus({ preventScroll: true });
  }
  refresh();
  return () => {
    local.running = false;
    clearTimeout(local.timer);
    heard.forEach(([event, listener]) => model.off(event, listener));
  };
}

export default { render };
