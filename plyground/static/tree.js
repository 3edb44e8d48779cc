// The recorded tree of a search: open and close nodes, pan, zoom, step through it in order.
//
//     ply 0          ply 1                 a node's row is the middle of its children's rows;
//     (● +4)──┬─ 3 ─(+1)                   what is closed takes one row, so only what is open
//             └─ 4 ═(+4)                   is laid out, and only what is in view is drawn
//
// One import-free file with render({ model, el }), as anywidget wants it. model.get("trees") holds
// one or two objects that tree_view.tree_data makes: a search, or the same one with pruning and
// without, side by side and in step.

const [EXACT, AT_MOST, CUT, LEAF, TERMINAL] = [0, 1, 2, 3, 4];
const [ROW, COLUMN, PILL, HEIGHT, MARGIN] = [28, 188, 104, 22, 26];
const [NEAR, FAR] = [0.45, 0.1]; // zooms: from NEAR on words are drawn, up to FAR nodes are one bar
const FAST = [1000, 250, 60], QUIET = 120;
const COLORS = ["paper", "ink", "quiet", "rule", "well", "chosen", "edge", "first", "second", "line",
  "cut"];
let views = 0;

const count = (number) => number.toLocaleString("en");

function made(tag, text = "", properties = {}) {
  return Object.assign(document.createElement(tag), { textContent: text }, properties);
}

// --- the shape of the tree -----------------------------------------------------------------------

function family(ply) {
  // Nodes come in pre-order: a subtree ends where the next node is no deeper.
  const parent = new Int32Array(ply.length).fill(-1);
  const end = new Int32Array(ply.length).fill(ply.length);
  const last = [];
  ply.forEach((depth, node) => {
    while (last.length > depth) end[last.pop()] = node;
    if (depth) parent[node] = last[depth - 1];
    last.push(node);
  });
  const children = (node) => {
    const found = [];
    for (let child = node + 1; child < end[node]; child = end[child]) found.push(child);
    return found;
  };
  const path = (node) => {
    const found = [];
    for (let up = node; up >= 0; up = parent[up]) found.push(up);
    return found.reverse();
  };
  return { parent, end, children, path, above: (node) => path(node).slice(0, -1) };
}

function layout({ tree, kin, open, row, first, last }) {
  // Fills the rows; gives the nodes to be seen, ply by ply from top to bottom.
  const plies = [];
  let used = 0;
  const place = (node) => {
    (plies[tree.ply[node]] ??= []).push(node);
    first[node] = used;
    if (open[node]) {
      let child = node + 1, lowest = child;
      for (; child < kin.end[node]; child = kin.end[child]) place(lowest = child);
      row[node] = (row[node + 1] + row[lowest]) / 2;
      if (tree.left_out[node]) used += 1; // the scissors
    } else row[node] = used++;
    last[node] = used - 1;
  };
  place(0);
  return { plies, rows: used };
}

function matched(pruned, whole) {
  // Alpha-beta visits a part of minimax's tree, in the same order: over[node of pruned] is the same
  // node of whole, or the last one above it that is there; back[node of whole] is -1 where alpha-beta
  // never was.
  const over = new Int32Array(pruned.tree.ply.length);
  const back = new Int32Array(whole.tree.ply.length).fill(-1);
  const walk = (mine, theirs) => {
    over.fill(theirs, mine, pruned.kin.end[mine]);
    back[theirs] = mine;
    let other = theirs + 1;
    for (const child of pruned.kin.children(mine)) {
      while (other < whole.kin.end[theirs] && whole.words.name(other) !== pruned.words.name(child)) {
        other = whole.kin.end[other];
      }
      if (other >= whole.kin.end[theirs]) return;
      walk(child, other);
    }
  };
  walk(0, 0);
  return { over, back };
}

// --- words ---------------------------------------------------------------------------------------

function speech(pane, state) {
  const { tree, kin } = pane;
  const turned = (node) => state.byRoot && tree.ply[node] % 2 === 1;
  const seen = (node, score) => tree.words[turned(node) ? -score : score];
  const name = (node) => tree.moves[tree.move[node]];
  const mover = (node) => (tree.turn + tree.ply[node]) % 2;
  const finished = (node) => kin.end[node] <= pane.step + 1;
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
    if (node > pane.step) return "";
    if (finished(node)) return bound(node) + seen(node, tree.value[node]);
    const score = soFar(node);
    return score === null ? "…" : `… ${seen(node, score)}`;
  };
  const window = (node) => {
    const ends = [seen(node, tree.alpha[node]), seen(node, tree.beta[node])];
    return `[${(turned(node) ? ends.reverse() : ends).join(", ")}]`;
  };
  const why = (node) => {
    if (node > pane.step) return "not visited yet";
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
  const line = (node) => kin.path(node).slice(1).map(name);
  return { value, window, why, name, mover, line, finished };
}

// --- the canvas ----------------------------------------------------------------------------------

function brush(pane, state) {
  // What every way to draw needs: where nodes are, and which of them are in view.
  const { tree, row, first, last } = pane, pen = pane.canvas.getContext("2d");
  const left = (node) => MARGIN + tree.ply[node] * COLUMN;
  const middle = (node) => MARGIN + (row[node] + 0.5) * ROW;
  const faint = (node) => node > pane.step || pane.back?.[node] === -1;
  const inView = (draw) => {
    // From top to bottom, ply by ply, the nodes whose rows, children included, are in view.
    const top = (-pane.y / state.zoom - MARGIN) / ROW - 1;
    const bottom = ((pane.high - pane.y) / state.zoom - MARGIN) / ROW + 1;
    for (const nodes of pane.placed.plies) {
      let low = 0, high = nodes.length;
      while (low < high) {
        const half = (low + high) >> 1;
        if (last[nodes[half]] < top) low = half + 1;
        else high = half;
      }
      for (; low < nodes.length && first[nodes[low]] <= bottom; low++) draw(nodes[low]);
    }
  };
  return { pen, left, middle, faint, inView };
}

function closeUp(pane, state, { pen, left, middle, faint, inView }) {
  // Nodes as pills with their values, moves on the edges.
  const { tree, kin, words, open, last, best } = pane, color = state.colors;
  const widths = new Float32Array(tree.moves.length), labels = new Array(tree.ply.length);
  const label = (node) => (labels[node] ??= words.value(node));
  const width = (node) => (widths[tree.move[node]] ||=
    Math.min(pen.measureText(words.name(node)).width, 56));

  const shape = (node, x, y) => {
    const kind = tree.kind[node], player = words.mover(node);
    pen.beginPath();
    if (kind === LEAF) pen.rect(x - 5, y - 5, 10, 10);
    else if (kind === TERMINAL) {
      pen.moveTo(x, y - 7);
      pen.lineTo(x + 7, y);
      pen.lineTo(x, y + 7);
      pen.lineTo(x - 7, y);
    } else pen.arc(x, y, 6, 0, 7);
    pen.closePath();
    pen.fillStyle = player ? color.second : color.first;
    pen.strokeStyle = color.edge;
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
    pen.moveTo(x, y);
    pen.bezierCurveTo(bend, y, x + 10, toY, bend + 12, toY);
    pen.lineTo(toX, toY);
  };

  const edge = (node, child) => {
    const onLine = best[child] && child <= pane.step;
    pen.beginPath();
    pen.strokeStyle = onLine ? color.line : color.quiet;
    pen.lineWidth = onLine ? 2.6 : 1.2;
    pen.globalAlpha = faint(child) ? 0.25 : onLine ? 1 : 0.55;
    curve(left(node) + PILL, middle(node), left(child), middle(child));
    pen.stroke();
    const x = left(child) - 30, y = middle(child), wide = width(child);
    pen.globalAlpha = 1;
    pen.fillStyle = color.paper;
    pen.fillRect(x - wide / 2 - 3, y - 8, wide + 6, 16);
    pen.globalAlpha = faint(child) ? 0.5 : 1;
    pen.fillStyle = color.ink;
    pen.textAlign = "center";
    pen.fillText(words.name(child), x, y, 56);
    pen.globalAlpha = 1;
  };

  const scissors = (node) => {
    const y = MARGIN + (last[node] + 0.5) * ROW, x = left(node) + COLUMN - 40;
    pen.beginPath();
    pen.strokeStyle = color.cut;
    pen.lineWidth = 1.6;
    pen.setLineDash(state.dashes);
    curve(left(node) + PILL, middle(node), x, y);
    pen.stroke();
    pen.setLineDash(state.solid);
    pen.textAlign = "left";
    pen.fillStyle = color.cut;
    pen.fillText(`✂ ${tree.left_out[node]} never looked at`, x + 6, y);
  };

  const pill = (node) => {
    const x = left(node), y = middle(node), chosen = node === pane.selected;
    pen.globalAlpha = faint(node) ? 0.4 : 1;
    pen.beginPath();
    pen.roundRect(x, y - HEIGHT / 2, PILL, HEIGHT, HEIGHT / 2);
    pen.fillStyle = chosen ? color.chosen : color.well;
    pen.fill();
    pen.strokeStyle = chosen ? color.ink : best[node] && node <= pane.step ? color.line : color.rule;
    pen.lineWidth = chosen || best[node] ? 2 : 1.2;
    pen.stroke();
    shape(node, x + 13, y);
    pen.textAlign = "left";
    pen.fillStyle = color.ink;
    pen.fillText(label(node), x + 25, y, PILL - 46);
    handle(node, x + PILL - 12, y);
    pen.globalAlpha = 1;
  };

  const handle = (node, x, y) => {
    if (kin.end[node] === node + 1) return;
    pen.strokeStyle = color.quiet;
    pen.lineWidth = 1.4;
    pen.beginPath();
    pen.moveTo(x - 4, y);
    pen.lineTo(x + 4, y);
    if (!open[node]) {
      pen.moveTo(x, y - 4);
      pen.lineTo(x, y + 4);
    }
    pen.stroke();
    if (open[node] || !tree.left_out[node] || !words.finished(node)) return;
    pen.fillStyle = color.cut;
    pen.fillText(`✂ ${tree.left_out[node]}`, x + 20, y);
  };

  const branches = (node) => {
    if (!open[node]) return;
    for (let child = node + 1; child < kin.end[node]; child = kin.end[child]) edge(node, child);
    if (tree.left_out[node] && words.finished(node)) scissors(node);
  };
  const draw = () => {
    pen.font = "12.5px system-ui, sans-serif";
    pen.textBaseline = "middle";
    inView(branches);
    inView(pill);
  };
  return { draw, forget: () => labels.fill(undefined) };
}

function fromAfar(pane, state, { pen, left, middle, faint, inView }) {
  // Nodes as bars in the color of who is to move; from very far, edges as triangles.
  const { tree, kin, words, open, first, last } = pane, color = state.colors;
  const bar = { node: -1, top: 0, under: 0 };

  const stroke = (ink, pixels) => {
    // Lines are as wide up as across, whatever the zoom.
    pen.save();
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.strokeStyle = ink;
    pen.lineWidth = pixels * (devicePixelRatio || 1);
    pen.stroke();
    pen.restore();
  };

  const thinEdges = (node) => {
    if (!open[node]) return;
    for (let child = node + 1; child < kin.end[node]; child = kin.end[child]) {
      pen.moveTo(left(node) + PILL, middle(node));
      pen.lineTo(left(child), middle(child));
    }
  };
  const fan = (node) => {
    // All edges below a node, unless they would be too flat to be seen.
    if (!open[node] || (last[node] - first[node]) * ROW * state.zoom < 1.5) return;
    pen.moveTo(left(node) + PILL, middle(node));
    pen.lineTo(left(node) + COLUMN, MARGIN + first[node] * ROW);
    pen.lineTo(left(node) + COLUMN, MARGIN + (last[node] + 1) * ROW);
  };
  const flush = () => {
    if (bar.node < 0) return;
    pen.fillStyle = words.mover(bar.node) ? color.second : color.first;
    pen.globalAlpha = faint(bar.node) ? 0.22 : 0.75;
    pen.fillRect(left(bar.node), bar.top, PILL, Math.max(bar.under - bar.top, 1.5 / state.zoom));
    pen.globalAlpha = 1;
    bar.node = -1;
  };
  const extend = (node) => {
    // Neighbors that look alike and touch on the screen become one bar.
    const top = middle(node) - HEIGHT / 2, near = top < bar.under + ROW - HEIGHT + 1 / state.zoom;
    if (bar.node < 0 || tree.ply[node] !== tree.ply[bar.node] || faint(node) !== faint(bar.node)
      || !near) {
      flush();
      bar.node = node;
      bar.top = top;
    }
    bar.under = top + HEIGHT;
  };

  const bestLine = () => {
    pen.beginPath();
    for (const node of tree.line) {
      if (node > pane.step || (node && !open[kin.parent[node]])) break;
      pen.lineTo(left(node), middle(node));
      pen.lineTo(left(node) + PILL, middle(node));
    }
    stroke(color.line, 2.5);
    pen.beginPath();
    pen.rect(left(pane.selected), middle(pane.selected) - HEIGHT / 2, PILL, HEIGHT);
    stroke(color.ink, 3);
  };

  return () => {
    pen.beginPath();
    inView(state.zoom > FAR ? thinEdges : fan);
    if (state.zoom > FAR) stroke(color.rule, 1);
    pen.fillStyle = color.rule;
    if (state.zoom <= FAR) pen.fill();
    inView(extend);
    flush();
    bestLine();
  };
}

function painter(pane, state) {
  const { canvas } = pane, tools = brush(pane, state), { pen } = tools;
  const near = closeUp(pane, state, tools), far = fromAfar(pane, state, tools);
  const paint = () => {
    const scale = devicePixelRatio || 1, { wide, high } = pane;
    if (canvas.width !== Math.round(wide * scale)) canvas.width = Math.round(wide * scale);
    if (canvas.height !== Math.round(high * scale)) canvas.height = Math.round(high * scale);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.setTransform(state.across * scale, 0, 0, state.zoom * scale, state.x * scale, pane.y * scale);
    if (state.zoom > NEAR) near.draw();
    else far();
  };
  return { paint, forget: near.forget };
}

// --- the panels ----------------------------------------------------------------------------------

const SHELL = (id) => `
<div class="layout">
<div class="head">
  <div class="title"><p class="about"></p></div>
  <p class="problem" role="alert"></p><p class="note"></p><p class="counts"></p>
  <div class="row settings" data-live>
    <label>depth <input type="number" name="depth" min="1" max="100"></label>
    <label>heuristic <input name="heuristic" list="${id}" placeholder="the game's own"
      autocomplete="off" spellcheck="false"></label><datalist id="${id}"></datalist>
    <label>pruning <select name="pruning"><option value="on">on: alpha-beta</option>
      <option value="off">off: minimax</option><option value="both">on and off, side by side</option>
      </select></label>
    <span class="busy quiet" role="status"></span>
    <button class="save" title="one file that opens anywhere">Save as HTML</button>
  </div>
  <div class="row tools">
    <label>values <select name="seen"></select></label>
    <button data-do="best">Best line</button>
    <button data-do="deeper" title="open one more ply">Open a ply</button>
    <button data-do="all">Expand all</button>
    <button data-do="close">Collapse all</button>
    <button data-do="smaller" aria-label="zoom out">−</button>
    <button data-do="larger" aria-label="zoom in">+</button>
    <button data-do="fit">Fit</button>
  </div>
</div>
<div class="panes"></div>
<section class="side" aria-label="The selected node" tabindex="0">
  <div class="spot"></div>
  <p class="there"><a hidden>Open this position in Play</a></p>
  <p class="said"></p><p class="why"></p><dl></dl>
  <nav class="outline" aria-label="Outline around the selected node"></nav>
  <ul class="legend" aria-label="Legend"></ul>
  <p class="keys"><kbd>←</kbd> <kbd>→</kbd> step · <kbd>↑</kbd> <kbd>↓</kbd> sibling ·
    <kbd>Enter</kbd> open or close · <kbd>P</kbd> parent · <kbd>C</kbd> child ·
    <kbd>B</kbd> best line · <kbd>+</kbd> <kbd>−</kbd> <kbd>0</kbd> zoom</p>
</section>
<div class="steps row">
  <button data-do="begin" aria-label="to the first node">«</button>
  <button data-do="back" aria-label="one node back">‹</button>
  <button data-do="play">Play</button>
  <button data-do="next" aria-label="one node on">›</button>
  <button data-do="finish" aria-label="to the last node">»</button>
  <select name="speed" aria-label="speed"><option value="0">slow</option>
    <option value="1" selected>steady</option><option value="2">fast</option></select>
  <input type="range" min="0" aria-label="nodes visited so far">
  <output></output>
</div>
<p class="hidden" aria-live="polite"></p>
</div>`;

function legend(players, split) {
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
    ["", split ? "pale: pruning never looks there" : "… still being searched"],
  ];
  return marks.map(([shape, text]) => {
    const item = made("li");
    item.innerHTML = shape && `<svg viewBox="0 0 20 20" aria-hidden="true">${shape}</svg>`;
    item.append(text);
    return item;
  });
}

function outline(nav, pane, act) {
  // The path to the selected node, its siblings and its children, as words that can be pressed.
  const { tree, kin, words } = pane, node = pane.selected;
  const chip = (each) => {
    const cut = words.finished(each) && tree.left_out[each] ? ` ✂ ${tree.left_out[each]}` : "";
    const text = `${each ? words.name(each) : "root"} ${words.value(each)}${cut}`;
    const button = made("button", text, { onclick: () => act.select(each) });
    button.setAttribute("aria-label", `${text}, ${words.why(each)}`);
    if (each === node) button.setAttribute("aria-current", "true");
    const item = made("li");
    item.append(button);
    return item;
  };
  const list = (tag, title, nodes) => {
    const found = made(tag);
    found.setAttribute("aria-label", title);
    found.append(...nodes.map(chip));
    return nodes.length ? [made("p", title), found] : [];
  };
  const siblings = node ? kin.children(kin.parent[node]) : [];
  const inside = nav.contains(document.activeElement);
  nav.replaceChildren(...list("ol", "path", kin.path(node)),
    ...list("ul", "siblings", siblings.filter((each) => each !== node)),
    ...list("ul", "children", kin.children(node)));
  if (inside) nav.querySelector("[aria-current]").focus({ preventScroll: true });
}

function facts({ tree, kin, words, step }, node, state) {
  const looked = kin.children(node).length, cut = tree.left_out[node];
  const visited = tree.visited ? tree.visited[node] : node;
  const entries = [["moves", words.line(node).join(" ") || "none: the root"],
    ["to move", tree.players[words.mover(node)]]];
  if (node <= step) {
    entries.push(["window", `${words.window(node)} on entry`],
      ["seen by", tree.players[state.byRoot ? tree.turn : words.mover(node)]]);
    if (node) entries.push(["visited", `no. ${count(visited)}`]);
  }
  if (looked && words.finished(node)) {
    entries.push(["children", `${looked} looked at${cut ? `, ✂ ${cut} never` : ""}`],
      ["below", `${count(tree.below[node])} nodes`]);
  } else if (tree.below[node] && !looked) {
    entries.push(["below", `${count(tree.below[node])} nodes, not in this page`]);
  }
  return entries.flatMap(([term, text]) => [made("dt", term), made("dd", text)]);
}

function boards(el, model) {
  // A board for any node: at once if it came with the tree, else as soon as Python has drawn it.
  const find = (selector) => el.querySelector(selector), link = find(".there a");
  const inApp = model.get("live") && document.querySelector("nav a[href='/play']");
  let waiting = 0, wanted = null;

  const draw = (svg, caption) => {
    find(".spot").innerHTML = svg;
    find(".spot").append(made("p", caption));
  };
  const after = (moves) => (moves.length ? `after ${moves.join(" ")}` : "the root");
  link.onclick = () => link.closest("dialog")?.close(); // Play may have opened the tree in one
  const answered = () => {
    const board = model.get("board");
    if (!board || !wanted || board.moves.join(" ") !== wanted.join(" ")) return;
    draw(board.svg, after(board.moves));
    link.hidden = !inApp;
    link.href = `/play#game=${encodeURIComponent(model.get("game"))}&position=${
      encodeURIComponent(board.position)}`;
  };
  const show = ({ tree, kin, words }, node) => {
    const moves = words.line(node);
    if (wanted?.join(" ") === moves.join(" ") && find(".spot svg")) return;
    const known = kin.path(node).reverse().find((each) => tree.boards[each]);
    const then = moves.slice(tree.ply[known]);
    wanted = moves;
    link.hidden = true;
    draw(tree.boards[known].map((each) => `<${tree.shapes[each]}`).join(""),
      after(words.line(known)) + (then.length ? `; then ${then.join(" ")}, not drawn` : ""));
    clearTimeout(waiting);
    if (model.get("live")) waiting = setTimeout(() => model.send({ do: "board", moves }), QUIET);
  };
  return { show, answered, forget: () => { wanted = null; clearTimeout(waiting); } };
}

function panels(el, panes, state, board, act) {
  const find = (selector) => el.querySelector(selector), { tree } = panes[0], lead = panes.at(-1);
  find(".title :is(h1, h2)").textContent = tree.title;
  const part = (each) => each.visited && `the first ${each.deepest} of ${each.depth} plies ${
    each.pruning ? "" : "without pruning "}are here`;
  find(".about").textContent = [tree.position, `${count(tree.nodes)} nodes`
    + (tree.cut ? `, ✂ ${count(tree.cut)} never looked at` : ""),
  ...panes.map((pane) => part(pane.tree))].filter(Boolean).join(" · ");
  find(".legend").replaceChildren(...legend(tree.players, panes.length > 1));
  find("[name=seen]").replaceChildren(new Option(`seen by ${tree.players[tree.turn]}`, "root"),
    new Option("seen by the mover", "mover"));
  find("[name=seen]").value = state.byRoot ? "root" : "mover";
  find(".steps input").max = lead.tree.ply.length - 1;

  const progress = ({ tree: each, step }) => {
    const nodes = step === each.ply.length - 1 ? each.nodes : each.visited?.[step] ?? step;
    return `${count(nodes)} of ${count(each.nodes)}`;
  };
  return function refresh() {
    const pane = state.active, node = pane.selected, { words } = pane;
    board.show(pane, node);
    find(".said").textContent = words.value(node) || "–";
    find(".why").textContent = pane.back?.[node] === -1
      ? `${words.why(node)}; with pruning never looked at` : words.why(node);
    find("dl").replaceChildren(...facts(pane, node, state));
    outline(find(".outline"), pane, act);
    find(".steps input").value = lead.step;
    find(".steps output").textContent = panes.length > 1
      ? `✂ ${progress(panes[0])} · all ${progress(lead)}` : `${progress(lead)} visited`;
    find("[data-do=play]").textContent = state.timer ? "Pause" : "Play";
    if (state.timer) return;
    find("[aria-live]").textContent = `${words.line(node).join(" ") || "root"}: ${
      words.value(node)}, ${words.why(node)}`;
  };
}

// --- what people do ------------------------------------------------------------------------------

function camera(panes, state, show) {
  const lead = panes.at(-1);
  const height = (pane) => 2 * MARGIN + pane.placed.rows * ROW;
  const width = () => 2 * MARGIN + PILL + 50
    + COLUMN * Math.max(...panes.map((pane) => pane.placed.plies.length - 1));
  const fitting = () => Math.min(1, ...panes.map((pane) => pane.high / height(pane)));

  const setZoom = (zoom) => {
    // From afar the rows come close to each other, but the plies fill the width.
    state.zoom = zoom;
    state.across = Math.max(zoom, Math.min(NEAR, lead.wide / width()));
  };

  const zoomAt = (factor, x = lead.wide / 2, y = lead.high / 2) => {
    const { zoom, across } = state;
    setZoom(Math.max(Math.min(0.05, fitting()), Math.min(2.5, zoom * factor)));
    state.x = x - (x - state.x) * state.across / across;
    panes.forEach((pane) => { pane.y = y - (y - pane.y) * state.zoom / zoom; });
    state.fitted = false;
    show();
  };

  const pan = (right, down) => {
    state.x += right;
    for (const pane of panes) pane.y += down;
    state.fitted = false;
    show();
  };

  const fit = () => {
    const zoom = fitting();
    setZoom(Math.min(zoom, Math.max(NEAR, lead.wide / width())));
    state.x = 0;
    panes.forEach((pane) => { pane.y = Math.max(0, (pane.high - height(pane) * state.zoom) / 2); });
    state.fitted = true;
    show();
  };

  const home = () => {
    // All of it if that can be read, else the root at half height.
    fit();
    if (state.zoom > 0.7 && state.zoom * width() <= lead.wide) return;
    setZoom(lead.wide < 500 ? 0.7 : 0.9);
    panes.forEach((pane) => {
      pane.y = pane.high / 2 - (MARGIN + (pane.row[0] + 0.5) * ROW) * state.zoom;
    });
    state.fitted = false;
  };

  const reveal = (pane) => {
    // Pan only as far as it takes.
    state.fitted = false;
    const node = pane.selected;
    const x = (MARGIN + pane.tree.ply[node] * COLUMN) * state.across + state.x;
    const y = (MARGIN + (pane.row[node] + 0.5) * ROW) * state.zoom + pane.y;
    state.x += Math.max(0, 70 - x) - Math.max(0, x + PILL * state.across + 50 - pane.wide);
    pane.y += Math.max(0, 50 - y) - Math.max(0, y + 50 - pane.high);
  };

  return { zoomAt, pan, fit, home, reveal };
}

function actions(panes, state, show) {
  const view = camera(panes, state, show), { reveal, home } = view;
  const lead = panes.at(-1), last = lead.tree.ply.length - 1, [pruned, whole] = panes;
  const inner = ({ kin }, node) => kin.end[node] > node + 1;

  const same = (pane, node) => {
    // The same node in every pane, or what is there of its path.
    if (!whole) return [node];
    if (pane === pruned) return [node, pruned.over[node]];
    return [whole.kin.path(node).map((each) => whole.back[each]).findLast((each) => each >= 0), node];
  };

  const openTo = (pane, node, set) => pane.kin.above(node).forEach((each) => {
    if (pane.open[each]) return;
    pane.open[each] = 1;
    set?.add(each);
  });

  const settle = () => {
    show(true);
    panes.forEach(reveal);
    show();
  };

  const choose = (nodes, set) => {
    panes.forEach((pane, at) => {
      openTo(pane, nodes[at], set && pane.auto);
      pane.selected = nodes[at];
    });
    settle();
  };

  const select = (node, pane = state.active) => {
    state.active = pane;
    choose(same(pane, node));
  };

  const upTo = (step) => {
    // How far alpha-beta is when minimax is at a step.
    let low = 0, high = pruned.over.length;
    while (low < high) {
      const half = (low + high) >> 1;
      if (pruned.over[half] <= step) low = half + 1;
      else high = half;
    }
    return low - 1;
  };

  const stepTo = (step) => {
    // What stepping has opened it closes again once the search has left it.
    lead.step = Math.max(0, Math.min(last, step));
    if (whole) pruned.step = upTo(lead.step);
    for (const pane of panes) {
      const path = new Set(pane.kin.above(pane.step));
      [...pane.auto].filter((each) => !path.has(each)).forEach((each) => {
        pane.auto.delete(each);
        pane.open[each] = 0;
      });
    }
    choose(panes.map((pane) => pane.step), true);
  };

  const toggle = (node, pane = state.active) => {
    if (!inner(pane, node)) return;
    const wanted = pane.open[node] ? 0 : 1, nodes = same(pane, node);
    const before = panes.map((each, at) => each.row[nodes[at]]);
    panes.forEach((each, at) => {
      if (each.tree.ply[nodes[at]] !== pane.tree.ply[node] || !inner(each, nodes[at])) return;
      each.open[nodes[at]] = wanted;
      each.auto.delete(nodes[at]);
    });
    state.fitted = false;
    show(true);
    panes.forEach((each, at) => { // the node stays where it is
      each.y += (before[at] - each.row[nodes[at]]) * ROW * state.zoom;
    });
    show();
  };

  const openPly = () => {
    const closed = panes.map((pane) => pane.placed.plies.findIndex((nodes) =>
      nodes.some((node) => !pane.open[node] && inner(pane, node))));
    const next = Math.min(...closed.filter((ply) => ply >= 0));
    panes.forEach((pane) => pane.placed.plies[next]?.forEach((node) => {
      if (inner(pane, node)) pane.open[node] = 1;
    }));
    settle();
  };

  const openAll = () => {
    panes.forEach((pane) => pane.open.forEach((_, node) => {
      pane.open[node] = inner(pane, node) ? 1 : 0;
    }));
    settle();
  };

  const closeAll = () => {
    panes.forEach((pane) => {
      pane.open.fill(0);
      pane.open[0] = 1;
      pane.auto.clear();
      pane.selected = 0;
    });
    show(true);
    home();
  };

  const sibling = (by) => {
    const { kin, selected } = state.active;
    const around = selected ? kin.children(kin.parent[selected]) : [0];
    const next = around[around.indexOf(selected) + by];
    if (next !== undefined) select(next);
  };

  const bestLine = () => {
    if (state.active.step < state.active.tree.line.at(-1)) stepTo(last);
    select(state.active.tree.line.at(-1));
  };

  const play = () => {
    if (state.timer) {
      clearTimeout(state.timer);
      state.timer = 0;
    } else {
      const tick = () => {
        state.timer = lead.step < last - 1 ? setTimeout(tick, FAST[state.speed]) : 0;
        stepTo(lead.step + 1);
      };
      if (lead.step === last) lead.step = -1;
      tick();
    }
    show(true);
  };

  return {
    ...view, select, stepTo, toggle, sibling, play,
    begin: () => stepTo(0),
    back: () => stepTo(lead.step - 1),
    next: () => stepTo(lead.step + 1),
    finish: () => stepTo(last),
    best: bestLine,
    deeper: openPly,
    all: openAll,
    close: closeAll,
    smaller: () => view.zoomAt(1 / 1.25),
    larger: () => view.zoomAt(1.25),
    parent: () => select(Math.max(0, state.active.kin.parent[state.active.selected])),
    child: () => inner(state.active, state.active.selected) && select(state.active.selected + 1),
    open: () => toggle(state.active.selected),
  };
}

function pointing(pane, state, act) {
  const { canvas, row } = pane;
  const under = (event) => {
    const box = canvas.getBoundingClientRect();
    const x = (event.clientX - box.left - state.x) / state.across - MARGIN;
    const y = ((event.clientY - box.top - pane.y) / state.zoom - MARGIN) / ROW - 0.5;
    const ply = Math.floor(x / COLUMN), inside = x - ply * COLUMN;
    if (inside > PILL) return null;
    const node = pane.placed.plies[ply]?.find((each) => Math.abs(row[each] - y) < 0.45);
    return node === undefined ? null : { node, handle: inside > PILL - 24 };
  };

  let from = null, moved = false;
  canvas.addEventListener("pointerdown", (event) => {
    from = [event.clientX, event.clientY];
    moved = false;
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!from) {
      canvas.style.cursor = under(event) ? "pointer" : "";
      return;
    }
    const right = event.clientX - from[0], down = event.clientY - from[1];
    moved ||= Math.hypot(right, down) > 4;
    if (!moved) return;
    canvas.classList.add("dragging");
    from[0] = event.clientX;
    from[1] = event.clientY;
    act.pan(right, down);
  });
  const stop = (event) => {
    canvas.classList.remove("dragging");
    const hit = from && !moved && event.type === "pointerup" ? under(event) : null;
    from = null;
    if (!hit) return;
    if (hit.handle || hit.node === pane.selected) act.toggle(hit.node, pane);
    if (hit.node !== pane.selected || state.active !== pane) act.select(hit.node, pane);
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
    act.pan(across ? -event.deltaY : -event.deltaX, across ? 0 : -event.deltaY);
  }, { passive: false });
}

const KEYS = {
  ArrowRight: "next", ArrowLeft: "back", Home: "begin", End: "finish", Enter: "open", " ": "open",
  p: "parent", c: "child", b: "best", "+": "larger", "=": "larger", "-": "smaller", 0: "fit",
};

function typed(event, act) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const onButton = event.target.tagName === "BUTTON" && ["Enter", " "].includes(key);
  if (!act || onButton || event.ctrlKey || event.metaKey || event.altKey
    || event.target.matches("input, select, a")) return;
  if (key === "ArrowUp" || key === "ArrowDown") act.sibling(key === "ArrowUp" ? -1 : 1);
  else if (KEYS[key]) act[KEYS[key]]();
  else return;
  event.preventDefault();
}

// --- the view ------------------------------------------------------------------------------------

function planted(el, trees, board, model) {
  // Put the trees into the view; what they were looked at with before is forgotten.
  const state = { byRoot: true, fitted: false, x: 0, zoom: 1, across: 1, speed: 1, timer: 0, active: null,
    colors: {}, dashes: [3, 3], solid: [] };
  const panes = trees.map((tree) => {
    const size = tree.ply.length, title = tree.pruning ? "With pruning" : "Without pruning";
    const pane = { tree, kin: family(tree.ply), open: new Uint8Array(size), auto: new Set(),
      row: new Float64Array(size), first: new Int32Array(size), last: new Int32Array(size),
      best: new Uint8Array(size), step: size - 1, selected: 0, y: 0, wide: 0, high: 0,
      canvas: made("canvas", "", { tabIndex: 0 }), figure: made("figure") };
    for (const node of tree.line) pane.best[node] = 1;
    for (const node of tree.line.slice(0, -1)) pane.open[node] = 1;
    pane.open[0] = 1;
    pane.words = speech(pane, state);
    pane.canvas.setAttribute("role", "application");
    pane.canvas.setAttribute("aria-label", `${title}, the search tree; arrow keys left and right `
      + "step through the search, the outline tells the same in words");
    if (trees.length > 1) pane.figure.append(made("figcaption", `${title}: ${count(tree.nodes)}`));
    pane.figure.append(pane.canvas);
    return pane;
  });
  if (panes.length > 1) {
    ({ over: panes[0].over, back: panes[1].back } = matched(...panes));
  }
  [state.active] = panes;
  panes.forEach((pane) => { pane.placed = layout(pane); });

  let asked = 0, stale = true;
  const painters = panes.map((pane) => painter(pane, state));
  const paint = () => painters.forEach((each) => each.paint());
  const show = (changed = false) => {
    if (changed) {
      stale = true;
      panes.forEach((pane) => { pane.placed = layout(pane); });
    }
    asked ||= requestAnimationFrame(() => {
      asked = 0;
      if (stale) painters.forEach((each) => each.forget());
      paint();
      if (stale) refresh();
      stale = false;
    });
  };
  const act = actions(panes, state, show);
  const refresh = panels(el, panes, state, board, act);
  const recolor = () => {
    const style = getComputedStyle(el);
    for (const name of COLORS) state.colors[name] = style.getPropertyValue(`--${name}`).trim();
    show();
  };

  const room = el.querySelector(".panes");
  room.classList.toggle("split", panes.length > 1);
  room.replaceChildren(...panes.map((pane) => pane.figure));
  const measure = () => panes.forEach((pane) => {
    ({ width: pane.wide, height: pane.high } = pane.canvas.getBoundingClientRect());
  });
  const observer = new ResizeObserver(() => {
    measure();
    if (state.fitted) act.fit();
    else act.zoomAt(1);
    paint(); // at once: a stretched picture would flash otherwise
  });
  panes.forEach((pane) => {
    pointing(pane, state, act);
    pane.canvas.addEventListener("focus", () => { state.active = pane; });
    observer.observe(pane.canvas);
  });
  const theme = matchMedia("(prefers-color-scheme: dark)");
  theme.addEventListener("change", recolor);
  measure();
  recolor();
  const step = model.get("live") ? null : new URLSearchParams(location.hash.slice(1)).get("step");
  if (step !== null) act.stepTo(Number(step) || 0);
  else act.home();
  return {
    act, state, show,
    uproot: () => {
      clearTimeout(state.timer);
      cancelAnimationFrame(asked);
      observer.disconnect();
      theme.removeEventListener("change", recolor);
    },
  };
}

function save({ name, text }) {
  const link = made("a", "", { download: name });
  link.href = URL.createObjectURL(new Blob([text], { type: "text/html" }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function render({ model, el }) {
  const live = Boolean(model.get("live"));
  const heading = document.querySelector("h1") ? "h2" : "h1"; // the only view of a page names it
  el.classList.add("ply-view", "ply-tree");
  el.innerHTML = SHELL(`ply-tree-${++views}`);
  const find = (selector) => el.querySelector(selector);
  find(".title").prepend(made(heading, "The search tree"));
  el.querySelectorAll("[data-live]").forEach((part) => { part.hidden = !live; });
  const board = boards(el, model);
  let planting = null;

  const plant = () => {
    planting?.uproot();
    board.forget();
    const trees = model.get("trees") ?? [];
    planting = trees.length ? planted(el, trees, board, model) : null;
    find(".layout").classList.toggle("bare", !planting);
  };
  const tell = () => {
    const counts = model.get("counts"), settings = model.get("settings") ?? {};
    find(".problem").textContent = model.get("problem") ?? "";
    find(".note").textContent = [model.get("note"), model.get("remark")].filter(Boolean).join(" · ");
    find(".busy").textContent = model.get("busy") ? "recording the search …" : "";
    find(".panes").setAttribute("aria-busy", String(Boolean(model.get("busy"))));
    find(".counts").textContent = counts ? `with pruning ${count(counts.pruned)} nodes, without ${
      count(counts.whole)}: ${counts.ratio.toFixed(1)} times as many, ${
      Math.round(100 * counts.saved)} % saved` : "";
    for (const [name, value] of Object.entries(settings)) {
      const field = find(`.settings [name=${name}]`);
      if (field !== document.activeElement) field.value = value;
    }
    find("datalist").replaceChildren(...(model.get("heuristics") ?? []).map((name) =>
      new Option(name)));
  };

  el.addEventListener("keydown", (event) => typed(event, planting?.act));
  el.addEventListener("click", (event) => {
    const button = event.target.closest("[data-do]");
    if (button) planting?.act[button.dataset.do]();
  });
  find(".steps input").addEventListener("input", (event) =>
    planting?.act.stepTo(Number(event.target.value)));
  find(".settings").addEventListener("change", ({ target: { name, value } }) =>
    model.send({ do: "set", [name]: name === "depth" ? Math.round(Number(value)) : value.trim() }));
  find(".save").addEventListener("click", () => model.send({ do: "export" }));
  find("[name=speed]").addEventListener("change", (event) => {
    if (planting) planting.state.speed = Number(event.target.value);
  });
  find("[name=seen]").addEventListener("change", (event) => {
    if (planting) planting.state.byRoot = event.target.value === "root";
    planting?.show(true);
  });
  const heard = { "change:trees": plant, change: tell, "change:board": board.answered,
    "change:file": () => model.get("file") && save(model.get("file")) };
  for (const [event, listener] of Object.entries(heard)) model.on(event, listener);
  tell();
  plant();
  return () => {
    planting?.uproot();
    board.forget();
    for (const [event, listener] of Object.entries(heard)) model.off(event, listener);
  };
}

export default { render };
