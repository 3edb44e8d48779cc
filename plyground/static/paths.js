// Maps to paint, searches to watch: open and closed states, step by step, up to four side by side.
//
//     ground   walls, weights, heat of an audit │ three canvases a lane; of the marks only those
//     marks    □ expanded  ◆ waiting            │ that a step changes are painted again
//     over     path, start, goals, cursor       │
//
// A run comes with its trail: events "take", "put", "leave" of states. The last event of a state
// says what it is; prev[event] is the one before on the same state, so steps go back as they came.
//
// One import-free file with render({ model, el }), as anywidget wants it; views/paths.py is the
// Python behind it. Where model.get("live") is false nobody answers, and there is only the player.

const [TAKE, PUT] = [0, 1];
const [UNSEEN, OPEN, CLOSED] = [0, 1, 2];
const MOST_ROWS = 40, FEW_PLACES = 90;
const KINDS = { u1: Uint8Array, i4: Int32Array, f4: Float32Array, f8: Float64Array };

function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.slice(2)), (sign) => sign.charCodeAt(0));
  return new KINDS[text.slice(0, 2)](bytes.buffer);
}

const NUMERALS = new Intl.NumberFormat("en", { maximumFractionDigits: 4 });
const count = (number) => NUMERALS.format(number);
const figure = (value) => Number.isFinite(value) ? count(Number(value.toPrecision(7))) : "∞";

// --- a search, forward and back ------------------------------------------------------------------

function trailOf(run, size) {
  const order = unpacked(run.order), known = run.trail;
  const kind = known ? unpacked(known.kind) : new Uint8Array(order.length);
  const state = known ? unpacked(known.state) : order;
  const g = known ? unpacked(known.g) : null, h = known ? unpacked(known.h) : null;
  const first = known ? unpacked(known.first)
    : Int32Array.from({ length: order.length + 2 }, (_, step) => Math.max(0, step - 1));
  const last = new Int32Array(2 * size).fill(-1), prev = new Int32Array(state.length);
  const steps = first.length - 2, waitingAt = new Int32Array(steps + 1);
  const peakAt = new Int32Array(steps + 1), waiting = new Set();
  let now = -1, current = -1;
  const isOpen = (event) => event >= 0 && kind[event] === PUT;

  const apply = (event, at) => {
    last[state[event]] = at;
    if (isOpen(at)) waiting.add(state[event]);
    else waiting.delete(state[event]);
  };
  const seek = (step, touched) => {
    const goal = Math.max(0, Math.min(steps, step)), was = current;
    while (now < goal) {
      now += 1;
      for (let event = first[now]; event < first[now + 1]; event++) {
        apply(event, event);
        touched?.(state[event] % size);
      }
    }
    while (now > goal) {
      for (let event = first[now + 1] - 1; event >= first[now]; event--) {
        apply(event, prev[event]);
        touched?.(state[event] % size);
      }
      now -= 1;
    }
    current = now > 0 ? state[first[now]] : -1;
    for (let event = first[now]; now && event < first[now + 1]; event++) {
      if (kind[event] === TAKE) current = state[event];
    }
    if (was !== current) [was, current].forEach((each) => each >= 0 && touched?.(each % size));
  };
  const statusOf = (cell) => {
    const one = last[cell], other = last[cell + size];
    if (isOpen(one) || isOpen(other)) return OPEN;
    return one >= 0 || other >= 0 ? CLOSED : UNSEEN;
  };
  const f = (event) => run.rule.g * g[event] + run.rule.h * h[event];
  const entry = (each) => ({ state: each % size, back: each >= size, event: last[each],
    g: g[last[each]], h: h[last[each]], f: f(last[each]) });
  const ties = {
    last: (one, other) => other.event - one.event,
    first: (one, other) => one.event - other.event,
    deep: (one, other) => other.g - one.g || other.event - one.event,
    near: (one, other) => one.h - other.h || one.state - other.state,
  }[run.rule.ties];
  const table = () => {
    const rows = g ? [...waiting].map(entry) : [];
    if (run.rule.ties === "path") return rows.sort((one, other) => one.event - other.event);
    return rows.sort((one, other) => one.back - other.back || one.f - other.f || ties(one, other));
  };
  const facts = (cell) => !g ? [] : [cell, cell + size].filter((each) => last[each] >= 0).map(entry);

  state.forEach((each, event) => {
    prev[event] = last[each];
    last[each] = event;
  });
  last.fill(-1);
  for (let step = 0; step <= steps; step++) {
    seek(step);
    waitingAt[step] = waiting.size;
    peakAt[step] = Math.max(waiting.size, step ? peakAt[step - 1] : 0);
  }
  return { steps, seek, statusOf, table, facts, waitingAt, peakAt, known: Boolean(known),
    path: unpacked(run.path), step: () => now, current: () => current >= 0 ? current % size : -1 };
}

// --- where states are on the canvas --------------------------------------------------------------

function star(pen, x, y, size) {
  pen.beginPath();
  for (let corner = 0; corner < 10; corner++) {
    const reach = corner % 2 ? size * 0.45 : size, turn = corner * Math.PI / 5;
    pen.lineTo(x + reach * Math.sin(turn), y - reach * Math.cos(turn));
  }
  pen.closePath();
}

function diamond(pen, x, y, size) {
  pen.beginPath();
  [[0, -1], [1, 0], [0, 1], [-1, 0]].forEach(([right, down]) =>
    pen.lineTo(x + right * size, y + down * size));
  pen.closePath();
}

function gridPlan(map, wide, high, scale) {
  const { rows, columns } = map;
  const side = Math.max(1, Math.floor(Math.min(wide / columns, high / rows) * scale));
  const gap = side >= 7 ? 1 : 0;
  const point = (cell) => [(cell % columns + 0.5) * side, (Math.floor(cell / columns) + 0.5) * side];
  const corner = (cell) => [cell % columns * side, Math.floor(cell / columns) * side];

  const paintCell = (pen, cell, color, heat) => {
    const [x, y] = corner(cell), weight = map.cells[cell];
    const level = heat ? heat.levels[cell] : -1;
    pen.fillStyle = !weight ? color("--wall") : heat ? heat.colors[level] : color("--paper");
    pen.fillRect(x, y, side - gap, side - gap);
    if (weight > 1 && !heat) {
      pen.globalAlpha = 0.08 + 0.06 * weight;
      pen.fillStyle = color("--weight");
      pen.fillRect(x, y, side - gap, side - gap);
      pen.globalAlpha = 1;
    }
    if (weight > 1 && side >= 13) {
      pen.fillStyle = heat ? "#14181d" : color("--ink");
      pen.font = `${Math.round(side * 0.5)}px system-ui, sans-serif`;
      pen.fillText(weight, x + side / 2, y + side / 2 + 1);
    }
    if (heat && weight && level >= heat.high && level < heat.dead && side >= 6) {
      pen.strokeStyle = "#14181d";
      pen.lineWidth = Math.max(1, side / 12);
      pen.beginPath();
      pen.moveTo(x + side * 0.3, y + side * 0.3);
      pen.lineTo(x + side * 0.7, y + side * 0.7);
      pen.moveTo(x + side * 0.7, y + side * 0.3);
      pen.lineTo(x + side * 0.3, y + side * 0.7);
      pen.stroke();
    }
  };
  return {
    width: columns * side, height: rows * side, half: side / 2, point,
    size: rows * columns,
    name: (cell) => `${Math.floor(cell / columns)},${cell % columns}`,
    ground: (pen, color, heat, only) => {
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      if (!only) {
        pen.fillStyle = color("--rule");
        pen.fillRect(0, 0, columns * side, rows * side);
      }
      for (let at = 0; at < (only ? only.length : map.cells.length); at++) {
        paintCell(pen, only ? only[at] : at, color, heat);
      }
    },
    mark: (pen, cell, status, isCurrent, color, small) => {
      const [x, y] = corner(cell), middle = side / 2;
      pen.clearRect(x, y, side, side);
      if (status === UNSEEN) return;
      pen.fillStyle = color(status === OPEN ? "--open" : "--closed");
      if (!small || side < 6) {
        pen.globalAlpha = status === OPEN ? 0.4 : 0.62;
        pen.fillRect(x, y, side - gap, side - gap);
        pen.globalAlpha = 1;
      }
      if (side >= 6) {
        if (status === OPEN) diamond(pen, x + middle - gap / 2, y + middle - gap / 2, side * 0.36);
        else {
          pen.beginPath();
          pen.rect(x + side * 0.38, y + side * 0.38, side * 0.24, side * 0.24);
          pen.fillStyle = color("--closed-dot");
        }
        pen.fill();
      }
      if (isCurrent) {
        const line = Math.max(1, side / 9);
        pen.strokeStyle = color("--ink");
        pen.lineWidth = line;
        pen.strokeRect(x + line / 2, y + line / 2, side - gap - line, side - gap - line);
      }
    },
    under: (x, y) => {
      const row = Math.floor(y / side), column = Math.floor(x / side);
      return row >= 0 && row < rows && column >= 0 && column < columns ? row * columns + column : -1;
    },
    beside: (cell, right, down) => {
      const row = Math.floor(cell / columns) + down, column = cell % columns + right;
      return row >= 0 && row < rows && column >= 0 && column < columns ? row * columns + column : cell;
    },
    between: (one, other) => {
      const right = other % columns - one % columns;
      const down = Math.floor(other / columns) - Math.floor(one / columns);
      const far = Math.max(Math.abs(right), Math.abs(down)) || 1;
      return Array.from({ length: far + 1 }, (_, at) => one + Math.round(right * at / far)
        + Math.round(down * at / far) * columns);
    },
  };
}

const SIDES = [[0, -1], [0, 1], [1, 0], [-1, 0], [0.7, -0.7], [-0.7, -0.7], [0.7, 0.7], [-0.7, 0.7]];

function graphPlan(map, wide, high, scale) {
  const few = map.names.length <= FEW_PLACES, roomy = few && wide >= 420;
  const edge = (few ? 36 : 10) * scale;
  const least = (values) => values.reduce((one, other) => Math.min(one, other), Infinity);
  const most = (values) => values.reduce((one, other) => Math.max(one, other), -Infinity);
  const left = least(map.x), top = most(map.y);
  const across = most(map.x) - left || 1, tall = top - least(map.y) || 1;
  const zoom = Math.min((wide * scale - 2 * edge) / across, (high * scale - 2 * edge) / tall);
  const width = across * zoom + 2 * edge, height = tall * zoom + 2 * edge;
  const small = Math.max(1.5, Math.min(5, 160 / Math.sqrt(map.names.length)));
  const dot = (roomy ? 9 : few ? 6 : small) * scale;
  const point = (place) => [edge + (map.x[place] - left) * zoom, edge + (top - map.y[place]) * zoom];

  const arrow = (pen, from, to) => {
    const [x, y] = point(from), [toX, toY] = point(to), far = Math.hypot(toX - x, toY - y) || 1;
    const right = (toX - x) / far, down = (toY - y) / far, tip = dot + 2;
    pen.moveTo(toX - right * tip, toY - down * tip);
    pen.lineTo(toX - right * (tip + 9) - down * 4, toY - down * (tip + 9) + right * 4);
    pen.moveTo(toX - right * tip, toY - down * tip);
    pen.lineTo(toX - right * (tip + 9) + down * 4, toY - down * (tip + 9) - right * 4);
  };
  const write = (pen, text, x, y, color, bold) => {
    pen.font = `${bold ? 600 : 400} ${(bold ? roomy ? 12.5 : 9.5 : 11) * scale}px system-ui, sans-serif`;
    pen.strokeStyle = color("--paper");
    pen.lineWidth = 4 * scale;
    pen.strokeText(text, x, y);
    pen.fillStyle = color(bold ? "--ink" : "--quiet");
    pen.fillText(text, x, y);
  };
  const ground = (pen, color, heat) => {
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.lineJoin = "round";
    pen.fillStyle = color("--paper");
    pen.fillRect(0, 0, width, height);
    pen.strokeStyle = color("--quiet");
    pen.globalAlpha = few ? 0.6 : 0.45;
    pen.lineWidth = (few ? 1.5 : 0.8) * scale;
    pen.beginPath();
    map.origin.forEach((from, at) => {
      pen.moveTo(...point(from));
      pen.lineTo(...point(map.target[at]));
      if (map.directed && few) arrow(pen, from, map.target[at]);
    });
    pen.stroke();
    pen.globalAlpha = 1;
    if (roomy) map.origin.forEach((from, at) => {
      const [x, y] = point(from), [toX, toY] = point(map.target[at]);
      write(pen, figure(map.cost[at]), (x + toX) / 2, (y + toY) / 2, color, false);
    });
    map.names.forEach((name, place) => {
      const [x, y] = point(place), level = heat ? heat.levels[place] : -1;
      pen.beginPath();
      pen.arc(x, y, heat ? dot * 1.1 : dot * (few ? 0.6 : 0.4), 0, 7);
      pen.fillStyle = heat ? heat.colors[level] : color("--paper");
      pen.strokeStyle = color("--quiet");
      pen.lineWidth = scale;
      pen.fill();
      if (few || heat) pen.stroke();
      if (heat && level >= heat.high && level < heat.dead) write(pen, "×", x, y, color, true);
    });
    if (few) labels(pen).forEach(([text, x, y]) => write(pen, text, x, y, color, true));
  };
  const labels = (pen) => {
    // Each name above, below or beside its place, where it covers least.
    const dots = map.names.map((_, place) => [...point(place), dot, dot]), taken = [...dots];
    const covered = ([x, y, half, high]) => taken.reduce((area, [left, top, wide, tall]) => area
      + Math.max(0, half + wide - Math.abs(x - left)) * Math.max(0, high + tall - Math.abs(y - top)), 0);
    pen.font = `600 ${12.5 * scale}px system-ui, sans-serif`;
    return map.names.map((name, place) => {
      const [x, y] = point(place), half = pen.measureText(name).width / 2 + 2, high = 7 * scale;
      const spots = SIDES.map(([right, down]) =>
        [x + right * (dot + half), y + down * (dot + high + 1), half, high]);
      const best = spots.reduce((one, other) => covered(other) < covered(one) ? other : one);
      taken.push(best);
      return [name, ...best];
    });
  };
  const mark = (pen, place, status, isCurrent, color, small) => {
    const [x, y] = point(place), size = dot * (small ? 0.6 : 1), room = dot + 3 * scale;
    pen.clearRect(x - room, y - room, 2 * room, 2 * room);
    if (status === UNSEEN) return;
    if (status === OPEN) diamond(pen, x, y, size * 1.15);
    else {
      pen.beginPath();
      pen.rect(x - size * 0.8, y - size * 0.8, size * 1.6, size * 1.6);
    }
    pen.fillStyle = color(status === OPEN ? "--open" : "--closed");
    pen.fill();
    pen.strokeStyle = color(isCurrent ? "--ink" : "--closed-dot");
    pen.lineWidth = (isCurrent ? 3 : 1) * scale;
    if (few || isCurrent) pen.stroke();
  };
  const nearest = (x, y, far, fits = () => true) => {
    let best = -1, least = far;
    map.names.forEach((_, place) => {
      const [left, top] = point(place), away = Math.hypot(left - x, top - y);
      if (away < least && fits(left - x, top - y, place)) [best, least] = [place, away];
    });
    return best;
  };
  return {
    width, height, half: dot * 1.1, point, size: map.names.length, ground, mark,
    name: (place) => map.names[place],
    under: (x, y) => nearest(x, y, Math.max(dot * 2, 14 * scale)),
    beside: (place, right, down) => {
      const [x, y] = point(place);
      const ahead = (along, below, other) => other !== place
        && along * right + below * down > Math.abs(along * down - below * right);
      const found = nearest(x, y, Infinity, ahead);
      return found < 0 ? place : found;
    },
    between: (one, other) => [other],
  };
}

// --- the page ------------------------------------------------------------------------------------

const SHELL = `
<header class="row"><h1>Paths</h1>
  <label class="live">map <select name="problem"></select></label><span class="title"></span>
  <label class="live ways">neighbors <select name="connected"><option>4</option><option>8</option>
    </select></label>
  <label class="live ways">past corners <select name="corners"><option value="never">never</option>
    <option value="one">if one side is open</option><option value="always">always</option>
    </select></label>
  <span class="busy quiet" role="status"></span></header>
<p class="problem" role="alert"></p>
<p class="hidden said" aria-live="polite"></p>
<details class="choose panel live"><summary>Make a maze, import, download</summary>
  <form data-do="make" class="row">
    <label>kind <select name="generator"></select></label>
    <label>rows <input name="rows" type="number" min="2" max="512" value="21" required></label>
    <label>columns <input name="columns" type="number" min="2" max="512" value="31" required></label>
    <label>seed <input name="seed" type="number" min="0" max="999999999" value="1" required></label>
    <label class="density">share of walls <input name="density" type="number" min="0" max="1"
      step="0.05"></label>
    <button>Make it</button><button type="button" data-do="size">Resize this one</button></form>
  <div class="row"><label>import <input type="file" multiple
      accept=".txt,.maze,.map,.json,.graphml,.csv,.cedge,.cnode"></label>
    <span>download</span> <button data-save="txt">.txt</button><button data-save="map">.map</button>
    <button data-save="json">.json</button><button data-save="html">the animation (.html)</button></div>
  <p class="quiet small">Reads .txt .maze .map .json .graphml .csv .cedge; a file can also be dropped
    on the map. <span class="note"></span></p>
</details>
<section class="stage" aria-label="Search">
  <div class="row tools live"></div>
  <div class="lanes"></div>
  <div class="player panel">
    <div class="row">
      <button class="main live" data-do="search">Search</button>
      <button data-do="begin" aria-label="to the beginning">«</button>
      <button data-do="back" aria-label="one step back">‹</button>
      <button data-do="play">Play</button>
      <button data-do="next" aria-label="one step on">›</button>
      <button data-do="finish" aria-label="to the end">»</button>
      <input type="range" name="step" min="0" max="0" value="0" aria-label="expansions so far">
      <output class="where"></output>
      <label class="speed">speed <input type="range" name="speed" min="0" max="100" value="40"></label>
      <output class="pace quiet"></output>
    </div>
  </div>
</section>
<section class="facts" aria-label="Findings">
  <div class="panel"><h2>Cell</h2><div class="cell"></div></div>
  <div class="panel"><h2>Open set</h2>
    <label class="of">of <select name="of"></select></label><p class="after quiet"></p>
    <div class="scroll" tabindex="0" role="region" aria-label="open set"><table><thead><tr>
      <th>state</th><th>g</th><th>h</th><th>f</th></tr></thead><tbody></tbody></table></div></div>
  <div class="panel audit"><h2>Is the heuristic right?</h2>
    <form data-do="audit" class="row live"><input name="tested" list="ply-heuristics" required
      aria-label="heuristic to put to the test" value="manhattan" maxlength="300">
      <datalist id="ply-heuristics"></datalist><button>Put to the test</button></form>
    <div class="found"></div></div>
  <div class="panel"><h2>Signs and keys</h2><ul class="legend"></ul>
    <p class="keys live">On the map: arrow keys move the cursor, <kbd>Shift</kbd> paints along ·
      <kbd>Space</kbd> paint · <kbd>W</kbd> wall · <kbd>E</kbd> erase · <kbd>2</kbd>–<kbd>9</kbd>
      weight · <kbd>S</kbd> start · <kbd>G</kbd> goal on or off · <kbd>Z</kbd> <kbd>Y</kbd> undo,
      redo · <kbd>Enter</kbd> search. Drag start and goals; a right click erases.</p>
    <p class="keys"><kbd>P</kbd> play or pause · <kbd>,</kbd> <kbd>.</kbd> step back and on ·
      <kbd>Home</kbd> <kbd>End</kbd></p></div>
</section>`;

const TOOLS = [["look", "Look"], ["wall", "Wall"], ["erase", "Erase"], ["weight", "Weight"],
  ["start", "Start"], ["goal", "Goal"]];

function make(tag, properties = {}, ...children) {
  const { data, ...rest } = properties, made = Object.assign(document.createElement(tag), rest);
  Object.assign(made.dataset, data);
  made.append(...children);
  return made;
}

function legend() {
  const svg = (shape) => `<svg viewBox="0 0 20 20" aria-hidden="true">${shape}</svg>`;
  const signs = [
    ['<rect x="1" y="1" width="18" height="18" fill="var(--wall)"/>', "wall"],
    ['<rect x="1" y="1" width="18" height="18" fill="var(--closed)" opacity=".62"/>'
      + '<rect x="7.5" y="7.5" width="5" height="5" fill="var(--closed-dot)"/>', "expanded"],
    ['<path d="M10 2l8 8-8 8-8-8z" fill="var(--open)"/>', "open: waits"],
    ['<path d="M1 17L8 8L19 3" fill="none" stroke="var(--path)" stroke-width="4"/>', "path"],
    ['<circle cx="10" cy="10" r="7" fill="var(--start)"/>', "start"],
    ['<path d="M10 1l2.6 6 6.4.5-5 4.2 1.6 6.3L10 14.6 4.400 18l1.600-6.300L1 7.500 7.400 7z" '
      + 'fill="var(--goal)"/>', "goal"],
    ['<path d="M3 10H17" stroke="var(--bad)" stroke-width="4" stroke-dasharray="5 3"/>',
      "counterexample"],
    ['<path d="M5 5l10 10M15 5L5 15" stroke="var(--ink)" stroke-width="2"/>', "h too high"],
  ];
  return signs.map(([shape, text]) => make("li", { innerHTML: svg(shape) + text }));
}

function laneText(lane) {
  const inside = (own) => Object.entries(own).map(([name, value]) => `${name}=${value}`);
  const call = (name, parts) => parts.length ? `${name}(${parts.join(", ")})` : name;
  const heuristic = lane.heuristic
    ? [`heuristic=${call(lane.heuristic, inside(lane.of_heuristic))}`] : [];
  return call(lane.algorithm, [...heuristic, ...inside(lane.parameters)]);
}

// --- a lane --------------------------------------------------------------------------------------

const NEXT_LANES = ["dijkstra", "greedy", "bidirectional", "breadth_first"];
const COUNTERS = ["expanded", "open", "peak", "cost"];
const OPEN_SETS = { waiting: "waiting, the next first", both: "waiting at both ends, ← backward",
  path: "IDA* keeps no open set: this is the path it is on", jumps: "jump points that wait" };

function parameterField(each, value, changed) {
  const now = value ?? each.default, name = each.name;
  const field = each.kind === "choice"
    ? make("select", {}, ...each.choices.map((one) => new Option(one, one, false, one === now)))
    : each.kind === "bool" ? make("input", { type: "checkbox", checked: now })
      : make("input", { type: "number", value: now, step: each.kind === "int" ? 1 : "any", min: 0 });
  field.name = name;
  field.addEventListener("change", () => {
    const given = each.kind === "bool" ? field.checked
      : each.kind === "choice" ? field.value : Number(field.value);
    changed(name, given === each.default || field.value === "" ? undefined : given);
  });
  return make("label", {}, `${name.replace("_", " ")} `, field);
}

function laneCard(number, catalog, send) {
  const card = make("article", { className: "lane" });
  card.innerHTML = `<div class="row head live">
      <select name="algorithm" aria-label="algorithm of lane ${number + 1}"></select>
      <select name="heuristic" aria-label="heuristic of lane ${number + 1}"></select>
      <button class="drop" aria-label="remove lane ${number + 1}">✕</button>
      <button class="more" aria-expanded="false" aria-label="options of lane ${number + 1}">⋯</button></div>
    <div class="fields live panel" hidden><label>text form <input name="text" maxlength="300"></label>
      <div class="fields own"></div></div>
    <div class="row score"><h2 class="form"></h2><dl class="counters">${COUNTERS.map((name) =>
    `<div><dt>${name}</dt><dd data-count="${name}">–</dd></div>`).join("")}</dl></div>
    <p class="failed problem"></p>
    <div class="stack"><canvas></canvas><canvas></canvas><canvas tabindex="0" role="application"
      aria-label="map of lane ${number + 1}; keys are listed below"></canvas></div>
    <p class="remark quiet small"></p>`;
  const find = (selector) => card.querySelector(selector);
  const [algorithm, heuristic, text] = ["algorithm", "heuristic", "text"].map(
    (name) => find(`[name=${name}]`));
  algorithm.append(...catalog.algorithms.map((each) =>
    Object.assign(new Option(each.name), { title: each.about })));
  let lane = null, built = "";
  const change = (changes) => send(number, laneText({ ...lane, ...changes }));
  const without = (own) => Object.fromEntries(
    Object.entries(own).filter(([, value]) => value !== undefined));
  algorithm.addEventListener("change", () => {
    const takes = catalog.algorithms.find((each) => each.name === algorithm.value).heuristic;
    change({ algorithm: algorithm.value, parameters: {},
      ...(takes ? {} : { heuristic: "", of_heuristic: {} }) });
  });
  heuristic.addEventListener("change", () =>
    change({ heuristic: heuristic.value, of_heuristic: {} }));
  text.addEventListener("change", () => send(number, text.value));
  find(".more").addEventListener("click", () => {
    find(".fields").hidden = !find(".fields").hidden;
    find(".more").ariaExpanded = !find(".fields").hidden;
  });

  const refresh = (given) => {
    lane = given;
    const kind = catalog.algorithms.find((each) => each.name === lane.algorithm);
    const own = catalog.heuristics.find((each) => each.name === lane.heuristic);
    algorithm.value = lane.algorithm;
    heuristic.disabled = !kind.heuristic;
    const names = ["", ...catalog.heuristics.map((each) => each.name)];
    if (!names.includes(lane.heuristic)) names.push(lane.heuristic);
    heuristic.replaceChildren(...names.map((name) => new Option(
      name || (kind.heuristic ? "usual heuristic" : "no heuristic"), name)));
    heuristic.value = lane.heuristic;
    text.value = lane.text;
    find(".form").textContent = lane.text;
    const shape = JSON.stringify(lane);
    if (shape === built) return;
    built = shape;
    find(".own").replaceChildren(
      ...kind.parameters.map((each) => parameterField(each, lane.parameters[each.name],
        (name, value) => change({ parameters: without({ ...lane.parameters, [name]: value }) }))),
      ...(own?.parameters ?? []).map((each) => parameterField(each, lane.of_heuristic[each.name],
        (name, value) => change({ of_heuristic: without({ ...lane.of_heuristic, [name]: value }) }))));
  };
  const [ground, marks, over] = card.querySelectorAll("canvas");
  const boxes = Object.fromEntries(COUNTERS.map((name) => [name, find(`[data-count=${name}]`)]));
  return { card, refresh, ground, marks, over, boxes, find, drop: find(".drop"), trail: null,
    run: null };
}

// --- painting ------------------------------------------------------------------------------------

function painting(view) {
  const { model, color } = view;
  const ground = (only) => view.lanes.forEach((lane) =>
    view.plan.ground(lane.ground.getContext("2d"), color, view.heat, view.map.kind === "grid" && only));
  const mark = (lane, cell) => view.plan.mark(lane.marks.getContext("2d"), cell,
    lane.trail ? lane.trail.statusOf(cell) : UNSEEN, lane.trail?.current() === cell, color,
    Boolean(view.heat));
  const allMarks = (lane) => {
    lane.marks.getContext("2d").clearRect(0, 0, lane.marks.width, lane.marks.height);
    if (!lane.trail) return;
    for (let cell = 0; cell < view.plan.size; cell++) {
      if (lane.trail.statusOf(cell) !== UNSEEN) mark(lane, cell);
    }
  };
  const line = (pen, cells, role, width, dash) => {
    pen.beginPath();
    cells.forEach((cell) => pen.lineTo(...view.plan.point(cell)));
    pen.setLineDash(dash);
    [["--paper", width * 1.8], [role, width]].forEach(([name, wide]) => {
      pen.strokeStyle = color(name);
      pen.lineWidth = wide;
      pen.stroke();
    });
    pen.setLineDash([]);
  };
  const ends = (pen) => {
    const size = Math.max(view.plan.half * 0.78, 4 * (devicePixelRatio || 1));
    const at = (role, cell) => view.ghost?.role === role && view.ghost.was === cell
      ? view.ghost.cell : cell;
    pen.strokeStyle = color("--paper");
    pen.lineWidth = Math.max(1, size / 6);
    view.map.goals.forEach((goal) => {
      star(pen, ...view.plan.point(at("goal", goal)), size * 1.1);
      pen.fillStyle = color("--goal");
      pen.fill();
      pen.stroke();
    });
    const [x, y] = view.plan.point(at("start", view.map.start));
    pen.beginPath();
    pen.arc(x, y, size * 0.8, 0, 7);
    pen.fillStyle = color("--start");
    pen.fill();
    pen.stroke();
  };
  const over = () => view.lanes.forEach((lane) => {
    const pen = lane.over.getContext("2d"), scale = devicePixelRatio || 1;
    const wide = Math.max(2 * scale, Math.min(view.plan.half * 0.45, 6 * scale));
    pen.clearRect(0, 0, lane.over.width, lane.over.height);
    pen.lineJoin = pen.lineCap = "round";
    lane.ended = Boolean(lane.trail) && lane.trail.step() === lane.trail.steps;
    if (lane.ended && lane.trail.path.length) line(pen, lane.trail.path, "--path", wide, []);
    const bad = model.get("audit")?.cases[view.case];
    if (bad) {
      line(pen, bad.states, "--bad", wide, [wide * 2.2, wide * 1.6]);
      pen.beginPath();
      const [x, y] = view.plan.point(bad.states[0]);
      pen.arc(x, y, Math.max(view.plan.half, 7 * scale), 0, 7);
      pen.lineWidth = wide;
      pen.stroke();
    }
    ends(pen);
    if (view.cursor >= 0 && view.cursor < view.plan.size) {
      const [x, y] = view.plan.point(view.cursor), half = Math.max(view.plan.half, 4 * scale);
      [["--paper", 4.5], ["--focus", 2.5]].forEach(([name, width]) => {
        pen.strokeStyle = color(name);
        pen.lineWidth = width * scale;
        pen.strokeRect(x - half, y - half, 2 * half, 2 * half);
      });
    }
  });
  const layOut = () => {
    if (!view.map || !view.lanes.length) return;
    const scale = devicePixelRatio || 1, wide = view.lanes[0].find(".stack").clientWidth || 300;
    const high = Math.max(260, innerHeight - 400);
    view.plan = (view.map.kind === "grid" ? gridPlan : graphPlan)(view.map, wide, high, scale);
    view.lanes.forEach((lane) => {
      [lane.ground, lane.marks, lane.over].forEach((canvas) => {
        canvas.width = Math.round(view.plan.width);
        canvas.height = Math.round(view.plan.height);
        canvas.style.width = `${Math.min(wide, view.plan.width / scale)}px`;
      });
      allMarks(lane);
    });
    ground();
    over();
  };
  return { ground, mark, allMarks, over, layOut };
}

// --- numbers and words ---------------------------------------------------------------------------

function wording(view) {
  const { model, find, named } = view;
  const unit = () => view.map.unit;
  const counters = (lane) => {
    const { run, trail, boxes } = lane;
    const step = trail?.step() ?? 0, done = trail && step === trail.steps;
    boxes.expanded.textContent = !trail ? "–" : count(done ? run.expanded : step);
    boxes.open.textContent = trail?.known ? count(trail.waitingAt[step]) : "–";
    boxes.peak.textContent = !trail ? "–" : done ? count(run.peak)
      : trail.known ? count(trail.peakAt[step]) : "–";
    boxes.cost.textContent = !trail ? "–" : !done ? "…" : run.found ? figure(run.cost)
      : run.finished ? "no path" : "gave up";
  };
  const openTable = () => {
    const lane = view.lanes[Number(named("of").value) || 0], trail = lane?.trail;
    const rows = trail?.table() ?? [], shown = rows.slice(0, MOST_ROWS);
    const sign = { true: " ←", false: "" };
    find("tbody").replaceChildren(...shown.map((row) => make("tr", {},
      ...[view.plan.name(row.state) + sign[row.back], figure(row.g / unit()), figure(row.h / unit()),
        figure(row.f / unit())].map((text) => make("td", { textContent: text })))));
    const more = rows.length > shown.length ? `; ${count(rows.length - shown.length)} more` : "";
    find(".after").textContent = !trail ? "Search to see what waits."
      : !trail.known ? "The open set of so long a jump point search is not recorded."
        : `After ${count(trail.step())} expansions: ${count(rows.length)} ${
          OPEN_SETS[lane.run.open]}${more}`;
  };
  const about = (cell) => {
    if (cell < 0 || cell >= view.plan.size) return [];
    const { map } = view, audit = model.get("audit"), name = view.plan.name(cell);
    const weight = map.kind === "grid" ? map.cells[cell] : 1;
    const roles = [cell === map.start && "start", map.goals.includes(cell) && "goal",
      !weight && "wall", weight > 1 && `weight ${weight}`].filter(Boolean);
    const lines = [[name, ...roles].join(", ")];
    view.lanes.forEach((lane) => lane.trail && weight && lane.trail.known && lines.push(
      `${lane.run.text}: ${lane.trail.facts(cell).map((each) => `${
        lane.trail.statusOf(cell) === OPEN ? "open" : "expanded"}${each.back ? " backward" : ""}, g ${
        figure(each.g / unit())}, h ${figure(each.h / unit())}, f ${figure(each.f / unit())}`)
        .join("; ") || "not met so far"}`));
    if (audit && weight) {
      const h = view.audited.h[cell], far = view.audited.true[cell], miss = far - h;
      lines.push(`${audit.heuristic}: h ${figure(h)}, true distance ${figure(far)}${
        Number.isFinite(far) ? `, ${miss < 0 ? `too high by ${figure(-miss)}`
          : miss ? `misses ${figure(miss)}` : "exact"}` : ""}`);
    }
    return lines;
  };
  const describe = () => {
    const lines = about(view.hover >= 0 ? view.hover : view.cursor);
    find(".cell").replaceChildren(...(lines.length ? lines : ["Point at the map, or move the cursor."])
      .map((text) => make("p", { textContent: text })));
  };
  const player = () => {
    named("step").max = view.steps;
    named("step").value = view.step;
    const at = `${count(view.step)} of ${count(view.steps)} expansions`;
    find(".where").textContent = at;
    named("step").setAttribute("aria-valuetext", at);
    find("[data-do=play]").textContent = view.playing ? "Pause" : "Play";
    find(".pace").textContent = `${count(Math.round(view.pace()))} / s`;
  };
  return { counters, openTable, about, describe, player };
}

// --- stepping ------------------------------------------------------------------------------------

function playing(view) {
  const { send, named, model } = view;
  const pace = () => 2 * 10 ** (Number(named("speed").value) / 100 * 3.7);
  const stepTo = (step, quick = false) => {
    view.step = Math.max(0, Math.min(view.steps, step));
    let turned = false;
    for (const lane of view.lanes) {
      if (!lane.trail) continue;
      const dirty = new Set();
      lane.trail.seek(view.step, (cell) => dirty.add(cell));
      dirty.forEach((cell) => view.mark(lane, cell));
      view.counters(lane);
      turned ||= lane.ended !== (lane.trail.step() === lane.trail.steps);
    }
    if (turned) view.over();
    if (!quick || performance.now() - view.tableAt > 150) {
      view.tableAt = performance.now();
      view.openTable();
      view.describe();
    }
    view.player();
  };
  const pause = () => {
    cancelAnimationFrame(view.playing);
    view.playing = 0;
    stepTo(view.step);
  };
  const play = () => {
    if (!view.steps) return search(true);
    if (view.playing) return pause();
    if (view.step === view.steps) stepTo(0);
    let at = view.step, then = performance.now();
    const frame = (now) => {
      at += Math.min(100, now - then) / 1000 * pace();
      then = now;
      view.playing = requestAnimationFrame(frame);
      stepTo(Math.floor(at), true);
      if (view.step === view.steps) pause();
    };
    view.playing = requestAnimationFrame(frame);
    view.player();
  };
  const search = (thenPlay = false) => {
    view.thenPlay = thenPlay;
    send("search");
  };
  const act = {
    play, search: () => search(),
    begin: () => { pause(); stepTo(0); },
    finish: () => { pause(); stepTo(view.steps); },
    back: () => { pause(); stepTo(view.step - 1); },
    next: () => { pause(); stepTo(view.step + 1); },
    size: () => send("size", { rows: +named("rows").value, columns: +named("columns").value }),
    undo: () => send("undo"), redo: () => send("redo"), clear: () => send("clear"),
    add: () => {
      const texts = model.get("lanes").map((lane) => lane.text);
      send("lanes", { texts: [...texts, NEXT_LANES.find((each) => !texts.includes(each))] });
    },
    make: () => {
      const of = (name) => named(name).value, kind = of("generator");
      if (kind === "empty") return send("new", { rows: +of("rows"), columns: +of("columns") });
      const ways = of("connected") === "8" ? [`connected=8`, `corners=${of("corners")}`] : [];
      const density = named("density").disabled || of("density") === "" ? []
        : [`density=${of("density")}`];
      const parts = [`generator=${kind}`, `rows=${of("rows")}`, `columns=${of("columns")}`,
        `seed=${of("seed")}`, ...density, ...ways];
      return send("open", { text: `maze(${parts.join(", ")})` });
    },
    audit: () => send("audit", { heuristic: named("tested").value }),
  };
  return { stepTo, pause, play, search, act, pace };
}

// --- editing -------------------------------------------------------------------------------------

function editing(view) {
  const { live, send, say, named, act } = view;
  const brush = () => ({ wall: 0, erase: 1, weight: Number(named("heavy").value) })[view.tool];
  const paint = (cells, weight) => {
    const { map } = view;
    const fresh = cells.filter((cell) => cell !== map.start && !map.goals.includes(cell)
      && map.cells[cell] !== weight);
    fresh.forEach((cell) => { map.cells[cell] = weight; });
    view.ground(fresh);
  };
  const paintOne = (cell, weight) => {
    if (view.map.kind !== "grid") return;
    paint([cell], weight);
    send("paint", { cells: [cell], weight });
  };
  const place = (role, cell, was) => {
    if (role === "start") return send("start", { cell });
    if (was === undefined && view.map.goals.includes(cell)) return send("no_goal", { cell });
    return send("goal", was === undefined ? { cell } : { cell, was });
  };
  const apply = (cell) => {
    if (view.tool === "start" || view.tool === "goal") place(view.tool, cell);
    else if (view.tool !== "look") paintOne(cell, brush());
  };
  const pointAt = (cell) => {
    view.cursor = cell;
    view.over();
    view.describe();
  };

  const pointing = (lane) => {
    let stroke = null;
    const under = (event) => {
      const box = lane.over.getBoundingClientRect(), zoom = lane.over.width / box.width;
      return view.plan.under((event.clientX - box.left) * zoom, (event.clientY - box.top) * zoom);
    };
    lane.over.addEventListener("pointerdown", (event) => {
      const cell = under(event), { map, tool } = view;
      if (cell < 0) return;
      pointAt(cell);
      if (!live) return;
      lane.over.setPointerCapture(event.pointerId);
      const role = cell === map.start ? "start" : map.goals.includes(cell) ? "goal" : "";
      const weight = event.button === 2 ? 1 : brush();
      if (role) view.ghost = { role, was: cell, cell };
      else if (tool === "start" || tool === "goal") place(tool, cell);
      else if (map.kind === "grid" && weight !== undefined) {
        stroke = { weight, last: cell, cells: new Set([cell]) };
        paint([cell], weight);
      }
    });
    lane.over.addEventListener("pointermove", (event) => {
      const cell = under(event);
      if (view.ghost && cell >= 0 && cell !== view.ghost.cell) {
        view.ghost.cell = cell;
        view.over();
      } else if (stroke && cell >= 0 && cell !== stroke.last) {
        const cells = view.plan.between(stroke.last, cell);
        cells.forEach((each) => stroke.cells.add(each));
        paint(cells, stroke.weight);
        stroke.last = cell;
      }
      if (cell !== view.hover) {
        view.hover = cell;
        view.describe();
      }
    });
    const stop = () => {
      if (stroke) send("paint", { cells: [...stroke.cells], weight: stroke.weight });
      stroke = null;
      const { ghost } = view;
      view.ghost = null;
      if (ghost && ghost.cell !== ghost.was) place(ghost.role, ghost.cell, ghost.was);
      else if (ghost?.role === "goal" && view.tool === "goal") place("goal", ghost.was);
    };
    lane.over.addEventListener("pointerup", stop);
    lane.over.addEventListener("pointercancel", stop);
    lane.over.addEventListener("pointerleave", () => { view.hover = -1; view.describe(); });
    lane.over.addEventListener("contextmenu", (event) => live && event.preventDefault());
  };

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const KEYS = {
    " ": apply, w: (cell) => paintOne(cell, 0), e: (cell) => paintOne(cell, 1),
    s: (cell) => place("start", cell), g: (cell) => place("goal", cell),
    z: act.undo, y: act.redo, Enter: () => view.search(),
    ...Object.fromEntries([2, 3, 4, 5, 6, 7, 8, 9].map((weight) =>
      [weight, (cell) => paintOne(cell, weight)])),
  };
  const WATCH = { p: act.play, ",": act.back, ".": act.next, Home: act.begin, End: act.finish };
  const typed = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (view.cursor < 0) view.cursor = view.map.start;
    const action = WATCH[key] ?? (live ? KEYS[key] : undefined), arrow = ARROWS[key];
    if (!action && !arrow) return;
    event.preventDefault();
    if (action) return action(view.cursor);
    if (event.shiftKey && live) apply(view.cursor);
    view.hover = -1;
    pointAt(view.plan.beside(view.cursor, ...arrow));
    if (event.shiftKey && live) apply(view.cursor);
    say(view.about(view.cursor).join(". "));
  };
  return { pointing, typed, pointAt };
}

// --- an audit ------------------------------------------------------------------------------------

function heatOf({ catalog, dark }, audit) {
  return { levels: unpacked(audit.levels), high: audit.first_high, dead: audit.dead,
    colors: catalog.heat[dark.matches ? "dark" : "light"] };
}

function findings(view, audit) {
  const { colors, high, dead } = heatOf(view, audit);
  const toggle = make("input", { type: "checkbox", checked: true });
  toggle.addEventListener("change", () => {
    view.heat = toggle.checked ? heatOf(view, audit) : null;
    view.layOut();
  });
  const chip = (level) => make("span", { className: "chip", style: `background:${colors[level]}`,
    textContent: level >= high && level < dead ? "×" : "" });
  const counterexample = (each, at) => {
    const button = make("button", { textContent: "Show on the map" });
    button.addEventListener("click", () => {
      view.case = at;
      view.pointAt(each.states[0]);
    });
    const title = make("b", { textContent: `Not ${each.claim}: ` });
    return make("div", { className: "case" }, make("p", {}, title, each.words), button);
  };
  const close = make("button", { className: "live", textContent: "Close" });
  close.addEventListener("click", () => view.send("no_audit"));
  return [make("p", { className: "verdict", textContent: audit.verdict }),
    ...audit.cases.map(counterexample),
    make("label", {}, toggle, " color the map by the error of h"),
    make("ul", { className: "levels" }, ...audit.legend.map(([level, words, states]) =>
      make("li", {}, chip(level), `${words}: ${count(states)}`))),
    make("details", {}, make("summary", { textContent: "the whole report" }),
      make("pre", { textContent: audit.lines.join("\n"), tabIndex: 0 })), close];
}

// --- what the session says -----------------------------------------------------------------------

function hearing(view) {
  const { model, el, live, catalog, find, named, say, send } = view;
  const takeMap = () => {
    const given = model.get("map"), grid = given.kind === "grid";
    const arrays = grid ? ["cells"] : ["x", "y", "origin", "target", "cost"];
    view.map = { ...given, ...Object.fromEntries(arrays.map((name) => [name, unpacked(given[name])])) };
    const known = catalog.problems.some((each) => each.name === given.title);
    find(".title").textContent = `${known && live ? "" : `${given.title} · `}${grid
      ? `${given.rows} × ${given.columns} cells` : `${given.names.length} places`}`;
    el.classList.toggle("graph", !grid);
    if (!grid && live) view.choose(["start", "goal"].includes(view.tool) ? view.tool : "look");
    if (view.cursor >= (grid ? view.map.cells.length : given.names.length)) view.cursor = -1;
    named("problem").value = known ? given.title : "";
    if (grid) {
      named("connected").value = given.connected;
      named("corners").value = given.corners;
      named("corners").disabled = given.connected === 4;
      named("rows").value = given.rows;
      named("columns").value = given.columns;
    }
    view.layOut();
    view.describe();
  };
  const takePatch = () => {
    const patch = model.get("patch");
    if (!patch) return;
    const cells = unpacked(patch.cells), weights = unpacked(patch.weights);
    cells.forEach((cell, at) => { view.map.cells[cell] = weights[at]; });
    [view.map.start, view.map.goals] = [patch.start, patch.goals];
    view.ground(cells);
    view.over();
    view.describe();
  };
  const takeLanes = () => {
    const lanes = model.get("lanes"), room = find(".lanes"), had = view.lanes.length;
    const rename = (number, text) => send("lanes",
      { texts: model.get("lanes").map((lane, at) => at === number ? text : lane.text) });
    while (view.lanes.length > lanes.length) view.lanes.pop().card.remove();
    while (view.lanes.length < lanes.length) {
      const number = view.lanes.length, lane = laneCard(number, catalog, rename);
      lane.drop.addEventListener("click", () => send("lanes",
        { texts: model.get("lanes").filter((_, at) => at !== number).map((each) => each.text) }));
      lane.over.addEventListener("keydown", view.typed);
      view.pointing(lane);
      room.append(lane.card);
      view.lanes.push(lane);
    }
    view.lanes.forEach((lane, number) => {
      lane.refresh(lanes[number]);
      lane.drop.hidden = lanes.length === 1;
    });
    room.dataset.lanes = lanes.length;
    const chosen = named("of").value;
    named("of").replaceChildren(...lanes.map((lane, at) => new Option(lane.text, at)));
    named("of").value = Number(chosen) < lanes.length ? chosen || 0 : 0;
    find(".of").hidden = lanes.length === 1;
    const add = find("[data-do=add]");
    if (add) add.disabled = lanes.length >= catalog.lanes;
    if (had !== lanes.length) view.layOut();
  };
  const remark = (run) => [run.note,
    run.expanded > run.steps
      && `shown: the first ${count(run.steps)} of ${count(run.expanded)} expansions`,
    run.steps && `${figure(run.seconds * 1000)} ms`].filter(Boolean).join(" · ");
  const takeRuns = () => {
    const runs = model.get("runs"), size = view.plan.size;
    cancelAnimationFrame(view.playing);
    view.playing = 0;
    view.lanes.forEach((lane, number) => {
      const run = runs?.lanes[number];
      lane.run = run;
      lane.trail = run && !run.failed ? trailOf(run, size) : null;
      lane.find(".failed").textContent = run?.failed ?? "";
      lane.find(".remark").textContent = lane.trail ? remark(run) : "";
      lane.find(".form").textContent = run?.text ?? model.get("lanes")[number].text;
      view.allMarks(lane);
      view.counters(lane);
    });
    view.steps = Math.max(0, ...view.lanes.map((lane) => lane.trail?.steps ?? 0));
    if (!view.paced && view.steps) {
      const wanted = Math.max(8, view.steps / 8);
      named("speed").value = Math.min(100, 100 / 3.7 * Math.log10(wanted / 2));
    }
    el.querySelectorAll(".player [data-do]:not(.main), [name=step]").forEach((each) => {
      if (each.dataset.do !== "play" || !live) each.disabled = !view.steps;
    });
    view.over();
    view.stepTo(view.thenPlay ? 0 : view.steps);
    if (runs) say(view.lanes.map((lane) => lane.trail ? `${lane.run.text}: ${lane.run.found
      ? `cost ${figure(lane.run.cost)}` : "no path"}, ${count(lane.run.expanded)} expanded`
      : lane.run?.failed).join(". "));
    if (view.thenPlay && view.steps) view.play();
    view.thenPlay = false;
  };
  const takeAudit = () => {
    const audit = model.get("audit");
    view.case = audit?.cases.length ? 0 : -1;
    view.audited = audit && { h: unpacked(audit.h), true: unpacked(audit.true) };
    view.heat = audit && heatOf(view, audit);
    find(".found").replaceChildren(...(audit ? findings(view, audit) : []));
    if (audit) say(audit.verdict);
    view.layOut();
    view.describe();
  };
  const takeDownload = () => {
    const given = model.get("download");
    if (!given) return;
    const kind = given.name.endsWith(".html") ? "text/html" : "text/plain";
    const link = make("a", { download: given.name,
      href: URL.createObjectURL(new Blob([given.text], { type: kind })) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    say(`${given.name} is downloaded`);
  };
  const takeWords = () => {
    find(":scope > .problem").textContent = model.get("problem") ?? "";
    find(".busy").textContent = model.get("busy") ? `${model.get("busy")} …` : "";
    find(".note").textContent = model.get("link_note") ?? "";
    const history = model.get("history");
    if (live) ["undo", "redo"].forEach((name) => {
      find(`[data-do=${name}]`).disabled = !history[name];
    });
  };
  return { lanes: takeLanes, map: takeMap, runs: takeRuns, audit: takeAudit, history: takeWords,
    problem: takeWords, busy: takeWords, link_note: takeWords, patch: takePatch,
    download: takeDownload };
}

// --- controls ------------------------------------------------------------------------------------

function mapControls({ catalog, live, find, named, send }) {
  const option = (each) => Object.assign(new Option(each.name), { title: each.about });
  named("problem").append(new Option("…", ""), ...catalog.problems.map(option));
  named("problem").addEventListener("change", (event) =>
    event.target.value && send("open", { text: event.target.value }));
  named("generator").append(...catalog.generators.map(option), new Option("empty map", "empty"));
  const dense = () => {
    const kind = catalog.generators.find((each) => each.name === named("generator").value);
    find(".density").hidden = named("density").disabled = !kind?.density;
    named("density").value = kind?.density ?? "";
  };
  named("generator").addEventListener("change", dense);
  dense();
  const steps = () => send("steps",
    { connected: Number(named("connected").value), corners: named("corners").value });
  [named("connected"), named("corners")].forEach((each) => each.addEventListener("change", steps));
  const read = async (files) => {
    const texts = await Promise.all([...files].map(async (file) => [file.name, await file.text()]));
    send("read", { files: Object.fromEntries(texts) });
  };
  find("[type=file]").addEventListener("change", async (event) => {
    await read(event.target.files);
    event.target.value = "";
  });
  find(".lanes").addEventListener("dragover", (event) => event.preventDefault());
  find(".lanes").addEventListener("drop", (event) => {
    event.preventDefault();
    if (live && event.dataTransfer.files.length) read(event.dataTransfer.files);
  });
}

function tools(view) {
  const { el, find } = view;
  const choose = (tool) => {
    view.tool = el.dataset.tool = tool;
    find(`[value=${tool}]`).checked = true;
  };
  const brushes = TOOLS.map(([value, text]) => {
    const radio = make("input", { type: "radio", name: "tool", value });
    radio.addEventListener("change", () => choose(value));
    return make("label", { className: "tool" }, radio, text);
  });
  const heavy = make("input", { type: "number", name: "heavy", min: 1, max: 9, value: 5,
    ariaLabel: "weight of the brush" });
  const button = (action, text) => make("button", { textContent: text, data: { do: action } });
  find(".tools").append(
    make("div", { className: "row", role: "radiogroup", ariaLabel: "Brush" }, ...brushes), heavy,
    button("undo", "Undo"), button("redo", "Redo"), button("clear", "Clear"),
    button("add", "Add a lane"));
  choose(matchMedia("(pointer: coarse)").matches ? "look" : "wall");
  return { choose };
}

function wires(view) {
  const { el, act, catalog, find, named, send } = view;
  find(".legend").append(...legend());
  find("datalist").append(...catalog.heuristics.map((each) => new Option(each.name)),
    new Option("manhattan(scale=3)"));
  el.querySelectorAll("button[data-do]").forEach((each) =>
    each.addEventListener("click", () => act[each.dataset.do]()));
  el.querySelectorAll("[data-save]").forEach((each) =>
    each.addEventListener("click", () => send("save", { kind: each.dataset.save })));
  el.querySelectorAll("form").forEach((form) => form.addEventListener("submit", (event) => {
    event.preventDefault();
    act[form.dataset.do]();
  }));
  named("step").addEventListener("input", (event) => {
    const step = Number(event.target.value);
    view.pause();
    view.stepTo(step);
  });
  named("speed").addEventListener("input", () => {
    view.paced = true;
    view.player();
  });
  named("of").addEventListener("change", view.openTable);
}

// --- the view ------------------------------------------------------------------------------------

function render({ model, el }) {
  const find = (selector) => el.querySelector(selector), shades = new Map();
  const view = { model, el, find, catalog: model.get("catalog"), live: model.get("live") !== false,
    dark: matchMedia("(prefers-color-scheme: dark)"),
    named: (name) => find(`[name=${name}]`),
    say: (words) => { find(".said").textContent = words; },
    send: (action, rest = {}) => model.send({ do: action, ...rest }),
    color: (name) => {
      if (!shades.has(name)) shades.set(name, getComputedStyle(el).getPropertyValue(name).trim());
      return shades.get(name);
    },
    map: null, plan: null, lanes: [], step: 0, steps: 0, playing: 0, cursor: -1, hover: -1,
    heat: null, case: -1, ghost: null, paced: false, tableAt: 0, thenPlay: false };
  el.classList.add("ply-view", "ply-paths");
  el.classList.toggle("frozen", !view.live);
  el.innerHTML = SHELL;
  Object.assign(view, painting(view), wording(view), playing(view), tools(view));
  Object.assign(view, editing(view));
  mapControls(view);
  wires(view);

  const listeners = hearing(view);
  Object.entries(listeners).forEach(([name, listener]) => model.on(`change:${name}`, listener));
  ["lanes", "map", "runs", "audit", "history"].forEach((name) => listeners[name]());
  let width = find(".lanes").clientWidth;
  const observer = new ResizeObserver(() => {
    if (find(".lanes").clientWidth !== width) view.layOut();
    width = find(".lanes").clientWidth;
  });
  observer.observe(find(".lanes"));
  const themed = () => {
    shades.clear();
    listeners.audit();
  };
  view.dark.addEventListener("change", themed);
  return () => {
    cancelAnimationFrame(view.playing);
    observer.disconnect();
    view.dark.removeEventListener("change", themed);
    Object.entries(listeners).forEach(([name, listener]) => model.off(`change:${name}`, listener));
  };
}

export default { render };
