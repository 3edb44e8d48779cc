// The recorded tree of a search: open and close nodes, pan, zoom, step through it in order.
//
//     ply 0          ply 1                 a node's row is the middle of its children's rows;
//     (● +4)──┬─ 3 ─(+1)                   what is closed takes one row, so only what is open
//             └─ 4 ═(+4)                   is laid out, and only what is in view is drawn
//
// One import-free file with render({ model, el }), as anywidget wants it. model.get("tree") is the
// object that tree_view.tree_data makes, model.get("step") the step to begin with, or null.

const [EXACT, AT_MOST, CUT, LEAF, TERMINAL] = [0, 1, 2, 3, 4];
const [ROW, COLUMN, PILL, HEIGHT, MARGIN] = [28, 188, 104, 22, 26];
const FAST = [1000, 250, 60];

// --- the shape of the tree -----------------------------------------------------------------------

function family(ply) {
  // Nodes come in pre-order: a subtree ends where the next node is no deeper.
  const parent = new Int32Array(ply.length).fill(-1);
  const end = new Int32Array(ply.length).fill(ply.length);
  const path = [];
  ply.forEach((depth, node) => {
    while (path.length > depth) end[path.pop()] = node;
    if (depth) parent[node] = path[depth - 1];
    path.push(node);
  });
  const children = (node) => {
    const found = [];
    for (let child = node + 1; child < end[node]; child = end[child]) found.push(child);
    return found;
  };
  const ancestors = (node) => {
    const found = [];
    for (let up = parent[node]; up >= 0; up = parent[up]) found.push(up);
    return found;
  };
  return { parent, end, children, ancestors };
}

function layout(tree, kin, open) {
  const row = new Map(), first = new Map(), last = new Map();
  let used = 0;
  const place = (node) => {
    first.set(node, used);
    if (!open.has(node)) {
      row.set(node, used++);
    } else {
      const below = kin.children(node);
      below.forEach(place);
      row.set(node, (row.get(below[0]) + row.get(below.at(-1))) / 2);
      if (tree.left_out[node]) used += 1; // the scissors
    }
    last.set(node, used - 1);
  };
  place(0);
  return { row, first, last, rows: used };
}

// --- words ---------------------------------------------------------------------------------------

function speech(tree, kin, state) {
  const turned = (node) => state.byRoot && tree.ply[node] % 2 === 1;
  const seen = (node, score) => tree.words[turned(node) ? -score : score];
  const name = (node) => tree.moves[tree.move[node]];
  const mover = (node) => (tree.turn + tree.ply[node]) % 2;
  const finished = (node) => kin.end[node] <= state.step + 1;
  const soFar = (node) => {
    // What an unfinished node has from its finished children.
    const done = kin.children(node).filter(finished).map((child) => -tree.value[child]);
    return done.length ? Math.max(...done) : null;
  };
  const bound = (node) => {
    const kind = tree.kind[node];
    if (kind !== AT_MOST && kind !== CUT) return "";
    return (kind === AT_MOST) !== turned(node) ? "≤ " : "≥ ";
  };
  const value = (node) => {
    if (node > state.step) return "";
    if (finished(node)) return bound(node) + seen(node, tree.value[node]);
    const score = soFar(node);
    return score === null ? "…" : `… ${seen(node, score)}`;
  };
  const window = (node) => {
    const ends = [seen(node, tree.alpha[node]), seen(node, tree.beta[node])];
    return `[${(turned(node) ? ends.reverse() : ends).join(", ")}]`;
  };
  const why = (node) => {
    if (node > state.step) return "not visited yet";
    if (!finished(node)) return "being searched: the best so far";
    const least = turned(node) ? "at most" : "at least", most = turned(node) ? "at least" : "at most";
    return {
      [EXACT]: "exact: inside the window",
      [AT_MOST]: `${most} this: no child got above alpha`,
      [CUT]: `${least} this: a child reached beta, cut off`,
      [LEAF]: "evaluated at the horizon",
      [TERMINAL]: "the game is over here",
    }[tree.kind[node]];
  };
  const line = (node) => [...kin.ancestors(node).reverse(), node].slice(1).map(name);
  return { value, window, why, name, mover, line, finished };
}

// --- the canvas ----------------------------------------------------------------------------------

function painter(canvas, tree, kin, state, words, place) {
  const best = new Set(tree.line);
  const pen = canvas.getContext("2d");
  const left = (node) => MARGIN + tree.ply[node] * COLUMN;
  const middle = (node) => MARGIN + (place().row.get(node) + 0.5) * ROW;

  const shape = (node, x, y, color) => {
    const kind = tree.kind[node], player = words.mover(node);
    pen.beginPath();
    if (kind === LEAF) pen.roundRect(x - 5, y - 5, 10, 10, 1);
    else if (kind === TERMINAL) [[0, -7], [7, 0], [0, 7], [-7, 0]].forEach(
      ([right, down]) => pen.lineTo(x + right, y + down));
    else pen.arc(x, y, 6, 0, 7);
    pen.closePath();
    pen.fillStyle = player ? color("--second") : color("--first");
    pen.strokeStyle = color("--edge");
    pen.lineWidth = 1;
    pen.fill();
    pen.stroke();
    if (!player) return;
    pen.beginPath();
    pen.arc(x, y, 3, 0, 7);
    pen.stroke();
  };

  const curve = (x, y, toX, toY) => {
    const bend = x + (COLUMN - PILL) / 3;
    pen.beginPath();
    pen.moveTo(x, y);
    pen.bezierCurveTo(bend, y, x + 10, toY, bend + 12, toY);
    pen.lineTo(toX, toY);
    pen.stroke();
  };

  const edge = (node, child, color, close) => {
    const onLine = best.has(child), visited = child <= state.step;
    pen.strokeStyle = onLine && visited ? color("--line") : color("--quiet");
    pen.lineWidth = onLine && visited ? 2.6 : 1.2;
    pen.globalAlpha = !visited ? 0.25 : onLine ? 1 : 0.55;
    curve(left(node) + PILL, middle(node), left(child), middle(child));
    if (close) {
      const text = words.name(child), x = left(child) - 30, y = middle(child);
      const width = Math.min(pen.measureText(text).width, 56);
      pen.globalAlpha = 1;
      pen.fillStyle = color("--paper");
      pen.fillRect(x - width / 2 - 3, y - 8, width + 6, 16);
      pen.globalAlpha = visited ? 1 : 0.45;
      pen.fillStyle = color("--ink");
      pen.textAlign = "center";
      pen.fillText(text, x, y, 56);
    }
    pen.globalAlpha = 1;
  };

  const scissors = (node, color, close) => {
    const y = MARGIN + (place().last.get(node) + 0.5) * ROW, x = left(node) + COLUMN - 40;
    pen.strokeStyle = color("--cut");
    pen.lineWidth = 1.6;
    pen.setLineDash([3, 3]);
    curve(left(node) + PILL, middle(node), x, y);
    pen.setLineDash([]);
    if (!close) return;
    pen.textAlign = "left";
    pen.fillStyle = color("--cut");
    pen.fillText(`✂ ${tree.left_out[node]} never looked at`, x + 6, y);
  };

  const pill = (node, color, close) => {
    const x = left(node), y = middle(node), visited = node <= state.step;
    const chosen = node === state.selected;
    pen.globalAlpha = visited ? 1 : 0.35;
    pen.beginPath();
    pen.roundRect(x, y - HEIGHT / 2, PILL, HEIGHT, HEIGHT / 2);
    pen.fillStyle = chosen ? color("--chosen") : color("--pill");
    pen.fill();
    pen.strokeStyle = chosen ? color("--ink")
      : best.has(node) && visited ? color("--line") : color("--rule");
    pen.lineWidth = chosen || best.has(node) ? 2 : 1.2;
    pen.stroke();
    shape(node, x + 13, y, color);
    if (close) {
      pen.textAlign = "left";
      pen.fillStyle = color("--ink");
      pen.fillText(words.value(node), x + 25, y, PILL - 46);
    }
    handle(node, x, y, color, close);
    pen.globalAlpha = 1;
  };

  const handle = (node, x, y, color, close) => {
    if (kin.end[node] === node + 1 || !close) return;
    const isOpen = state.open.has(node), at = x + PILL - 12;
    pen.strokeStyle = color("--quiet");
    pen.lineWidth = 1.4;
    pen.beginPath();
    pen.moveTo(at - 4, y);
    pen.lineTo(at + 4, y);
    if (!isOpen) {
      pen.moveTo(at, y - 4);
      pen.lineTo(at, y + 4);
    }
    pen.stroke();
    if (isOpen || !tree.left_out[node] || !words.finished(node)) return;
    pen.fillStyle = color("--cut");
    pen.fillText(`✂ ${tree.left_out[node]}`, x + PILL + 8, y);
  };

  return function paint() {
    const style = getComputedStyle(canvas), scale = devicePixelRatio || 1;
    const colors = new Map();
    const color = (name) => {
      if (!colors.has(name)) colors.set(name, style.getPropertyValue(name).trim());
      return colors.get(name);
    };
    const { width, height } = canvas.getBoundingClientRect();
    if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale);
    if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    const zoom = state.zoom * scale, close = state.zoom > 0.45;
    pen.setTransform(zoom, 0, 0, zoom, state.x * scale, state.y * scale);
    pen.font = "12.5px system-ui, sans-serif";
    pen.textBaseline = "middle";
    const top = (-state.y / state.zoom - MARGIN) / ROW - 1;
    const bottom = ((height - state.y) / state.zoom - MARGIN) / ROW + 1;
    const { row, first, last } = place();
    const visit = (node) => {
      if (state.open.has(node)) {
        const below = kin.children(node);
        below.forEach((child) => edge(node, child, color, close));
        if (tree.left_out[node] && words.finished(node)) scissors(node, color, close);
        below.filter((child) => last.get(child) >= top && first.get(child) <= bottom)
          .forEach(visit);
      }
      if (row.get(node) >= top && row.get(node) <= bottom) pill(node, color, close);
    };
    visit(0);
  };
}

// --- the panels ----------------------------------------------------------------------------------

const SHELL = `
<header><h1></h1><p class="about"></p>
  <div class="tools">
    <label>values <select></select></label>
    <button data-do="best">Best line</button>
    <button data-do="deeper" title="open one more ply">Open a ply</button>
    <button data-do="close">Close all</button>
    <button data-do="smaller" aria-label="zoom out">−</button>
    <button data-do="larger" aria-label="zoom in">+</button>
    <button data-do="fit">Fit</button>
  </div></header>
<div class="field"><canvas tabindex="0" role="application"
  aria-label="search tree; arrow keys left and right step through the search"></canvas></div>
<aside>
  <div class="board"></div>
  <div aria-live="polite"><p class="said"></p><p class="why"></p><dl></dl></div>
  <ul class="legend"></ul>
  <p class="keys"><kbd>←</kbd> <kbd>→</kbd> step · <kbd>↑</kbd> <kbd>↓</kbd> sibling ·
    <kbd>Enter</kbd> open or close · <kbd>P</kbd> parent · <kbd>B</kbd> best line ·
    <kbd>+</kbd> <kbd>−</kbd> <kbd>0</kbd> zoom</p>
</aside>
<footer>
  <button data-do="begin" aria-label="to the first node">«</button>
  <button data-do="back" aria-label="one node back">‹</button>
  <button data-do="play"></button>
  <button data-do="next" aria-label="one node on">›</button>
  <button data-do="finish" aria-label="to the last node">»</button>
  <select aria-label="speed"><option value="0">slow</option><option value="1" selected>steady</option>
    <option value="2">fast</option></select>
  <input type="range" min="0" aria-label="nodes visited so far">
  <output></output>
</footer>`;

function legend(players) {
  const ring = '<circle cx="10" cy="10" r="3" fill="none" stroke="var(--edge)"/>';
  const marks = [
    ['<circle cx="10" cy="10" r="7" fill="var(--first)"/>', `${players[0]} to move`],
    [`<circle cx="10" cy="10" r="7" fill="var(--second)"/>${ring}`, `${players[1]} to move`],
    ['<rect x="4" y="4" width="12" height="12" rx="1" fill="var(--quiet)"/>', "evaluated leaf"],
    ['<path d="M10 2l8 8l-8 8l-8 -8z" fill="var(--quiet)"/>', "game over"],
    ['<path d="M0 10H20" stroke="var(--line)" stroke-width="4"/>', "best line"],
    ['<path d="M0 10H20" stroke="var(--cut)" stroke-width="3" stroke-dasharray="4 3"/>',
      "✂ never looked at"],
    ["", "≤ at most, ≥ at least"],
    ["", "… still being searched"],
  ];
  return marks.map(([shape, text]) => {
    const item = document.createElement("li");
    item.innerHTML = shape && `<svg viewBox="0 0 20 20" aria-hidden="true">${shape}</svg>`;
    item.append(text);
    return item;
  });
}

function panels(el, tree, kin, state, words) {
  const find = (selector) => el.querySelector(selector);
  const count = (number) => number.toLocaleString("en");
  const visited = (node) => (tree.visited ? tree.visited[node] : node);
  let shown = -1;

  const board = (node) => {
    const known = [node, ...kin.ancestors(node)].find((each) => tree.boards[each]);
    const then = words.line(node).slice(tree.ply[known]);
    const caption = document.createElement("p");
    const moves = words.line(known);
    caption.textContent = `${moves.length ? `after ${moves.join(" ")}` : "the root"}${
      then.length ? `; then ${then.join(" ")}, not drawn` : ""}`;
    if (shown !== known) {
      find(".board").innerHTML = tree.boards[known].map((each) => `<${tree.shapes[each]}`).join("");
      shown = known;
    } else find(".board p").remove();
    find(".board").append(caption);
  };

  const facts = (node) => {
    const seenBy = tree.players[state.byRoot ? tree.turn : words.mover(node)];
    const looked = kin.children(node).length, cut = tree.left_out[node];
    const entries = [["moves", words.line(node).join(" ") || "none: the root"],
      ["to move", tree.players[words.mover(node)]]];
    if (node <= state.step) {
      entries.push(["window", `${words.window(node)} on entry`],
        ["seen by", seenBy]);
      if (node) entries.push(["visited", `no. ${count(visited(node))}`]);
    }
    if (looked && words.finished(node)) {
      entries.push(["children", `${looked} looked at${cut ? `, ✂ ${cut} never` : ""}`],
        ["below", `${count(tree.below[node])} nodes`]);
    } else if (tree.below[node] && !looked) {
      entries.push(["below", `${count(tree.below[node])} nodes, not in this page`]);
    }
    return entries;
  };

  const fill = (list, entries) => list.replaceChildren(...entries.flatMap((entry) =>
    entry.map((text, at) => {
      const cell = document.createElement(at ? "dd" : "dt");
      cell.textContent = text;
      return cell;
    })));

  const part = tree.visited ? ` · this page holds the first ${tree.deepest} of ${tree.depth} plies`
    : "";
  find("h1").textContent = tree.title;
  find(".about").textContent = `${tree.position} · ${count(tree.nodes)} nodes${part}`;
  find(".legend").replaceChildren(...legend(tree.players));
  find(".tools select").replaceChildren(
    new Option(`seen by ${tree.players[tree.turn]}`, "root"),
    new Option("seen by the mover", "mover"));
  find("footer input").max = tree.ply.length - 1;

  return function refresh() {
    const node = state.selected;
    board(node);
    find(".said").textContent = words.value(node) || "–";
    find(".why").textContent = words.why(node);
    fill(find("dl"), facts(node));
    find("footer input").value = state.step;
    const all = state.step === tree.ply.length - 1;
    const nodes = all ? tree.nodes : visited(state.step);
    find("footer output").textContent = `${count(nodes)} of ${count(tree.nodes)} visited`;
    find("[data-do=play]").textContent = state.timer ? "Pause" : "Play";
  };
}

// --- what people do ------------------------------------------------------------------------------

function actions(canvas, tree, kin, state, place, show) {
  const size = () => canvas.getBoundingClientRect();
  const last = tree.ply.length - 1;
  const openTo = (node, set) => kin.ancestors(node).forEach((each) => {
    if (state.open.has(each)) return;
    state.open.add(each);
    set?.add(each);
  });

  const reveal = (node) => {
    // Pan only as far as it takes.
    state.fitted = false;
    const { width, height } = size(), { row } = place();
    const x = (MARGIN + tree.ply[node] * COLUMN) * state.zoom + state.x;
    const y = (MARGIN + (row.get(node) + 0.5) * ROW) * state.zoom + state.y;
    const far = PILL * state.zoom + 50;
    state.x += Math.max(0, 70 - x) - Math.max(0, x + far - width);
    state.y += Math.max(0, 50 - y) - Math.max(0, y + 50 - height);
  };

  const select = (node) => {
    openTo(node);
    state.selected = node;
    show(true);
    reveal(node);
    show();
  };

  const stepTo = (step) => {
    // What stepping has opened it closes again once the search has left it.
    state.step = Math.max(0, Math.min(last, step));
    const path = new Set(kin.ancestors(state.step));
    [...state.auto].filter((each) => !path.has(each)).forEach((each) => {
      state.auto.delete(each);
      state.open.delete(each);
    });
    openTo(state.step, state.auto);
    state.selected = state.step;
    show(true);
    reveal(state.step);
    show();
  };

  const toggle = (node) => {
    if (kin.end[node] === node + 1) return;
    const before = place().row.get(node);
    state.fitted = false;
    if (!state.open.delete(node)) state.open.add(node);
    state.auto.delete(node);
    show(true);
    state.y += (before - place().row.get(node)) * ROW * state.zoom; // the node stays where it is
    show();
  };

  const zoomAt = (factor, x = size().width / 2, y = size().height / 2) => {
    const zoom = Math.max(0.05, Math.min(2.5, state.zoom * factor));
    state.x = x - (x - state.x) * zoom / state.zoom;
    state.y = y - (y - state.y) * zoom / state.zoom;
    state.zoom = zoom;
    state.fitted = false;
    show();
  };

  const fit = () => {
    const { width, height } = size(), plies = [...place().row.keys()];
    const deepest = plies.reduce((most, node) => Math.max(most, tree.ply[node]), 0);
    const wide = 2 * MARGIN + deepest * COLUMN + PILL + 50, high = 2 * MARGIN + place().rows * ROW;
    state.zoom = Math.max(0.05, Math.min(1, width / wide, height / high));
    state.x = 0;
    state.y = Math.max(0, (height - high * state.zoom) / 2);
    state.fitted = true;
    show();
  };

  const home = () => {
    // All of it if that can be read, else the root at half height.
    fit();
    if (state.zoom > 0.6) return;
    state.zoom = 0.9;
    state.y = size().height / 2 - (MARGIN + (place().row.get(0) + 0.5) * ROW) * state.zoom;
    state.fitted = false;
  };

  const openPly = () => {
    const closed = [...place().row.keys()].filter(
      (node) => !state.open.has(node) && kin.end[node] > node + 1);
    const shallowest = closed.reduce((least, node) => Math.min(least, tree.ply[node]), Infinity);
    closed.filter((node) => tree.ply[node] === shallowest).forEach((node) => state.open.add(node));
    show(true);
    reveal(state.selected);
    show();
  };

  const bestLine = () => {
    tree.line.slice(0, -1).forEach((node) => state.open.add(node));
    if (state.step < tree.line.at(-1)) state.step = last;
    select(tree.line.at(-1));
  };

  const closeAll = () => {
    state.open.clear();
    state.auto.clear();
    state.open.add(0);
    state.selected = 0;
    show(true);
    home();
  };

  const sibling = (by) => {
    const around = state.selected ? kin.children(kin.parent[state.selected]) : [0];
    const next = around[around.indexOf(state.selected) + by];
    if (next !== undefined) select(next);
  };

  const play = () => {
    if (state.timer) {
      clearTimeout(state.timer);
      state.timer = null;
    } else {
      if (state.step === last) state.step = -1;
      const tick = () => {
        state.timer = state.step < last - 1 ? setTimeout(tick, FAST[state.speed]) : null;
        stepTo(state.step + 1);
      };
      tick();
    }
    show();
  };

  return {
    select, stepTo, toggle, zoomAt, fit, home, sibling, play,
    begin: () => stepTo(0),
    back: () => stepTo(state.step - 1),
    next: () => stepTo(state.step + 1),
    finish: () => stepTo(last),
    best: bestLine,
    deeper: openPly,
    close: closeAll,
    smaller: () => zoomAt(1 / 1.25),
    larger: () => zoomAt(1.25),
    parent: () => select(Math.max(0, kin.parent[state.selected])),
  };
}

function pointing(canvas, tree, kin, state, place, act) {
  const under = (event) => {
    const box = canvas.getBoundingClientRect();
    const x = (event.clientX - box.left - state.x) / state.zoom - MARGIN;
    const y = ((event.clientY - box.top - state.y) / state.zoom - MARGIN) / ROW - 0.5;
    const ply = Math.floor(x / COLUMN), inside = x - ply * COLUMN;
    if (ply < 0 || inside > PILL) return null;
    const { row, first, last } = place();
    const search = (node) => {
      if (tree.ply[node] === ply) return Math.abs(row.get(node) - y) < 0.45 ? node : null;
      if (!state.open.has(node)) return null;
      const below = kin.children(node).filter(
        (child) => first.get(child) - 0.5 <= y && y <= last.get(child) + 0.5);
      return below.map(search).find((found) => found !== null) ?? null;
    };
    const node = search(0);
    return node === null ? null : { node, handle: inside > PILL - 24 };
  };

  let from = null, moved = false;
  canvas.addEventListener("pointerdown", (event) => {
    from = [event.clientX - state.x, event.clientY - state.y, event.clientX, event.clientY];
    moved = false;
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!from) {
      canvas.style.cursor = under(event) ? "pointer" : "";
      return;
    }
    moved ||= Math.hypot(event.clientX - from[2], event.clientY - from[3]) > 4;
    if (!moved) return;
    canvas.classList.add("dragging");
    [state.x, state.y] = [event.clientX - from[0], event.clientY - from[1]];
    act.zoomAt(1);
  });
  const stop = (event) => {
    canvas.classList.remove("dragging");
    const hit = from && !moved && event.type === "pointerup" ? under(event) : null;
    from = null;
    if (!hit) return;
    if (hit.handle || hit.node === state.selected) act.toggle(hit.node);
    if (hit.node !== state.selected) act.select(hit.node);
  };
  canvas.addEventListener("pointerup", stop);
  canvas.addEventListener("pointercancel", stop);
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const box = canvas.getBoundingClientRect();
    if (event.ctrlKey || event.metaKey) {
      act.zoomAt(Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
      return;
    }
    const across = event.shiftKey && !event.deltaX;
    state.x -= across ? event.deltaY : event.deltaX;
    state.y -= across ? 0 : event.deltaY;
    act.zoomAt(1);
  }, { passive: false });
}

function typing(el, state, act) {
  const keys = {
    ArrowRight: act.next, ArrowLeft: act.back, Home: act.begin, End: act.finish,
    ArrowUp: () => act.sibling(-1), ArrowDown: () => act.sibling(1),
    Enter: () => act.toggle(state.selected), " ": () => act.toggle(state.selected),
    p: act.parent, b: act.best, "+": act.larger, "=": act.larger, "-": act.smaller, 0: act.fit,
  };
  el.addEventListener("keydown", (event) => {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const own = { BUTTON: ["Enter", " "], INPUT: Object.keys(keys).filter((each) => each.length > 1),
      SELECT: Object.keys(keys) }[event.target.tagName] ?? [];
    if (!keys[key] || own.includes(key) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[key]();
  });
}

// --- the view ------------------------------------------------------------------------------------

function render({ model, el }) {
  const tree = model.get("tree"), kin = family(tree.ply), last = tree.ply.length - 1;
  const state = { open: new Set(tree.line.slice(0, -1)), auto: new Set(), step: last, selected: 0,
    byRoot: true, fitted: false, x: 0, y: 0, zoom: 1, speed: 1, timer: null };
  state.open.add(0);
  el.classList.add("ply-tree");
  el.tabIndex = -1;
  el.innerHTML = SHELL;

  const canvas = el.querySelector("canvas"), words = speech(tree, kin, state);
  let placed = layout(tree, kin, state.open), asked = 0;
  const place = () => placed;
  const paint = painter(canvas, tree, kin, state, words, place);
  const refresh = panels(el, tree, kin, state, words);
  const show = (changed = false) => {
    if (changed) placed = layout(tree, kin, state.open);
    asked ||= requestAnimationFrame(() => {
      asked = 0;
      paint();
      refresh();
    });
  };

  const act = actions(canvas, tree, kin, state, place, show);
  pointing(canvas, tree, kin, state, place, act);
  typing(el, state, act);
  el.querySelectorAll("[data-do]").forEach((button) =>
    button.addEventListener("click", () => act[button.dataset.do]()));
  el.querySelector("footer input").addEventListener(
    "input", (event) => act.stepTo(Number(event.target.value)));
  el.querySelector("footer select").addEventListener(
    "change", (event) => { state.speed = Number(event.target.value); });
  el.querySelector(".tools select").addEventListener("change", (event) => {
    state.byRoot = event.target.value === "root";
    show();
  });
  const observer = new ResizeObserver(() => {
    if (state.fitted) act.fit();
    paint(); // at once: a stretched picture would flash otherwise
  });
  observer.observe(canvas);
  const theme = matchMedia("(prefers-color-scheme: dark)");
  theme.addEventListener("change", show);

  const step = model.get("step") ?? null;
  if (step !== null) act.stepTo(step);
  else act.home();
  el.focus({ preventScroll: true });
  return () => {
    clearTimeout(state.timer);
    observer.disconnect();
    theme.removeEventListener("change", show);
  };
}

export default { render };
