// The editor: write a heuristic, check it, see what it says, let it play.
//
//     ┌──┬───────────────┐ ┌──────────────────┐
//     │ 1│ def my_idea(… │ │ ✓ a number in …  │      a mistake is marked in the gutter and
//     │▶2│     retrun 1  │ │ 12 M nodes/s     │      told in words, with a way to its line
//     └──┴───────────────┘ └──────────────────┘
//
// One import-free file with render({ model, el }). The text lives here; Python gets it when it is
// saved or checked, and hands one over as `opened` when a file or a template is opened.

const INDENT = "    ";
const BUSY = { checking: "Trying it on random positions …", measuring: "Compiling it, and timing a search …",
  racing: "Playing …", grading: "Asking what perfect play says about some positions …" };

const GRADED = "What does it know about who wins, and how often do its moves throw the game away?";

function made(tag, text = "", properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  if (text) element.textContent = text;
  element.append(...children);
  return element;
}

const SHELL = `
<h1>Write a heuristic</h1>
<p class="off panel" role="note" hidden></p>
<div class="row tools">
  <label>game <select name="game"></select></label>
  <label>file <input name="file" autocomplete="off" spellcheck="false" size="18"></label>
  <button class="new">New</button>
  <button class="save" data-code>Save</button>
  <button class="check main" data-code>Save and check</button>
  <span class="said quiet" role="status"></span>
</div>
<div class="question panel" role="alertdialog" aria-label="A question" hidden>
  <p></p><div class="row"><button class="yes main"></button><button class="no">Cancel</button></div>
</div>
<div class="columns">
  <section aria-label="Editor">
    <div class="sheet">
      <div class="gutter" aria-hidden="true"><div></div></div>
      <div class="text"><div class="mark" hidden></div><textarea wrap="off" spellcheck="false"
        autocapitalize="off" autocomplete="off" aria-label="Python of the heuristic"
        aria-describedby="ply-write-keys"></textarea></div>
    </div>
    <p class="quiet" id="ply-write-keys"><kbd>Tab</kbd> indents; <kbd>Esc</kbd>, then <kbd>Tab</kbd>
      leaves the editor · <kbd>Ctrl</kbd> <kbd>S</kbd> saves · <kbd>Ctrl</kbd> <kbd>Enter</kbd>
      checks</p>
  </section>
  <section class="results" aria-label="What the check says">
    <div class="busy row" role="status"><span></span><button class="stop" hidden>Stop</button></div>
    <p class="problem" role="alert"></p>
    <div class="found" aria-live="polite"></div>
    <div class="race" hidden></div>
    <div class="samples"></div>
  </section>
  <details class="files" open><summary>Your files</summary><p class="quiet folder"></p><ul></ul>
  </details>
</div>`;

// --- the editor ----------------------------------------------------------------------------------

function editor(el, act) {
  const area = el.querySelector("textarea"), numbers = el.querySelector(".gutter div");
  const band = el.querySelector(".mark");
  let lines = 0, marked = 0, leaving = false;

  const height = () => parseFloat(getComputedStyle(area).lineHeight);
  const scroll = () => {
    numbers.style.transform = `translateY(${-area.scrollTop}px)`;
    band.style.transform = `translateY(${(marked - 1) * height() - area.scrollTop}px)`;
  };
  const number = () => {
    const count = area.value.split("\n").length;
    if (count === lines) return;
    lines = count;
    numbers.replaceChildren(...Array.from({ length: count }, (_, at) => made("span", String(at + 1))));
    mark(marked);
  };
  const mark = (line) => {
    numbers.querySelector(".wrong")?.classList.remove("wrong");
    numbers.children[line - 1]?.classList.add("wrong");
    marked = line;
    band.hidden = !line;
    area.setAttribute("aria-invalid", String(Boolean(line)));
    scroll();
  };
  const put = (text) => {
    // As if typed, so that it can be undone.
    if (!document.execCommand?.("insertText", false, text)) {
      area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
      area.dispatchEvent(new Event("input"));
    }
  };
  const lineStart = (at) => area.value.lastIndexOf("\n", at - 1) + 1;

  const indent = (back) => {
    const from = lineStart(area.selectionStart), end = area.selectionEnd;
    const block = area.value.slice(from, end);
    if (!back && !block.includes("\n")) {
      const column = area.selectionStart - from;
      put(INDENT.slice(column % INDENT.length));
      return;
    }
    const moved = block.split("\n").map((line) =>
      (back ? line.replace(/^ {1,4}/, "") : line && INDENT + line)).join("\n");
    if (moved === block) return;
    area.setSelectionRange(from, end);
    put(moved);
    area.setSelectionRange(back && !block.includes("\n") ? from + moved.length : from,
      from + moved.length);
  };
  const newLine = () => {
    const from = lineStart(area.selectionStart);
    const before = area.value.slice(from, area.selectionStart);
    const deeper = /:\s*(#.*)?$/.test(before) ? INDENT : "";
    put(`\n${before.match(/^ */)[0]}${deeper}`);
  };

  area.addEventListener("keydown", (event) => {
    const command = event.ctrlKey || event.metaKey;
    if (event.key === "Tab" && !command && !event.altKey && !leaving && !area.readOnly) {
      event.preventDefault();
      indent(event.shiftKey);
    } else if (event.key === "Enter" && !command && !event.shiftKey && !area.readOnly) {
      event.preventDefault();
      newLine();
    }
    leaving = event.key === "Escape" || (leaving && event.key === "Shift");
  });
  area.addEventListener("input", () => {
    if (marked) mark(0);
    number();
    act.edited();
  });
  area.addEventListener("scroll", scroll);
  area.addEventListener("blur", () => { leaving = false; });

  const goTo = (line) => {
    const from = area.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    const end = area.value.indexOf("\n", from);
    area.focus();
    area.setSelectionRange(from, end < 0 ? area.value.length : end);
    area.scrollTop = Math.max(0, (line - 1) * height() - area.clientHeight / 3);
  };
  const set = (text) => {
    area.value = text;
    area.scrollTop = 0;
    mark(0);
    number();
  };
  return { set, mark, goTo, text: () => area.value, area };
}

// --- what the check says -------------------------------------------------------------------------

function told(words, line, goTo) {
  // Words, a board in letters if they end with one, and a way to the line.
  const [sentence, ...board] = words.split("\n");
  const parts = [made("span", sentence)];
  if (board.some((each) => each.trim())) parts.push(made("pre", board.join("\n"), { tabIndex: 0 }));
  if (line) parts.push(made("button", `Go to line ${line}`, { onclick: () => goTo(line) }));
  return parts;
}

function speedWords({ speed, usual, name }) {
  const million = (each) => (each / 1e6).toPrecision(3);
  return `${million(speed)} million nodes a second in alpha-beta; with ${name}, the game's own, ${
    million(usual)} million`;
}

function findings(check, speed, goTo, choose) {
  const parts = [];
  const { mistake, slow } = { mistake: check.mistake, slow: speed?.slow };
  if (mistake) {
    parts.push(made("div", "", { className: "mistake" }, made("h2", mistake.line
      ? `A mistake in line ${mistake.line}` : "A mistake"), ...told(mistake.words, mistake.line, goTo)));
  } else parts.push(made("h2", `${check.function} works`));
  if (check.functions.length > 1) {
    const select = made("select", "", { onchange: () => choose(select.value) },
      ...check.functions.map((each) => new Option(each, each, false, each === check.function)));
    parts.push(made("label", "heuristic ", {}, select));
  }
  const row = ({ good, words }) => made("li", "", { className: good ? "good" : "odd" },
    made("span", good ? "✓ " : "! ", { ariaHidden: "true" }), good ? "" : made("span", "Note: ",
      { className: "hidden" }), words);
  parts.push(made("ul", "", { className: "findings" }, ...check.findings.map(row),
    ...(speed ? [row({ good: !slow, words: speedWords(speed) })] : [])));
  if (slow) {
    parts.push(made("div", "", { className: "slow" }, made("h3", "It runs, but interpreted"),
      ...told(slow.words, slow.line, goTo)));
  }
  if (check.printed) {
    parts.push(made("details", "", {}, made("summary", "It printed"),
      made("pre", check.printed, { tabIndex: 0 })));
  }
  return parts;
}

function sample({ svg, value, status, position }) {
  const figure = made("figure");
  figure.innerHTML = svg;
  figure.append(made("figcaption", "", { title: position }, made("b", value), ` ${status}`));
  return figure;
}

function standing(race) {
  const percent = (share) => `${Math.round(100 * share)} %`;
  const parts = [made("progress", "", { max: race.games, value: race.done, ariaLabel: "games played" }),
    made("p", `${race.done} of ${race.games} games: ${race.won} won, ${race.drawn} drawn, ${
      race.lost} lost`)];
  if (race.score) {
    const [low, value, high] = race.score;
    const scale = made("div", "", { className: "scale", ariaHidden: "true" }, made("i"), made("b"));
    scale.firstChild.style.cssText = `left:${100 * low}%;width:${100 * (high - low)}%`;
    scale.lastChild.style.left = `${100 * value}%`;
    parts.push(scale, made("p", `It scores ${percent(value)}, in truth between ${percent(low)} and ${
      percent(high)} (95 % sure).`), made("p", `${race.verdict}.`, { className: "verdict" }));
  }
  if (race.broken) parts.push(made("p", race.broken, { className: "problem" }));
  return parts;
}

function graded({ words, heads, rows }) {
  // What perfect play says: a sentence, and somebody's moves in a row each.
  const cell = (tag, each) => made(tag, each, tag === "th" ? { scope: "col" } : {});
  const first = ([name, ...rest]) => [made("th", name, { scope: "row" }), ...rest.map((each) => cell("td", each))];
  return [made("p", words, { className: "words" }), made("div", "", { className: "wide", tabIndex: 0,
    role: "region", ariaLabel: "Moves against perfect play" }, made("table", "", {},
    made("thead", "", {}, made("tr", "", {}, ...heads.map((each) => cell("th", each)))),
    made("tbody", "", {}, ...rows.map((row) => made("tr", "", {}, ...first(row)))))),
  made("p", "With 95 % intervals; depth 0 is the heuristic alone.", { className: "quiet" })];
}

function games(model, results) {
  // Where a heuristic that works can go from here.
  const number = made("select", "", { name: "games" }, ...[20, 40, 100, 200].map((each) =>
    new Option(`${each} games`, each, false, each === 40)));
  number.setAttribute("aria-label", "how many games");
  const depth = made("input", "", { type: "number", name: "depth", min: 1, max: 12, value: 4 });
  const start = made("button", "Quick match", { className: "main", onclick: () =>
    model.send({ do: "race", games: Number(number.value), depth: Math.round(Number(depth.value)) }) });
  const links = [made("a", "Play it", { className: "button" }), made("a", "Race it in the lab",
    { className: "button" })];
  const score = made("div", "", { className: "standing", ariaLive: "polite" });
  const grade = made("button", "Grade it", { onclick: () => model.send({ do: "grade" }) });
  const why = made("p", "", { className: "quiet" });
  const found = made("div", "", { className: "grade", ariaLive: "polite" });
  results.replaceChildren(made("h2", "Let it play"), made("p", "", { className: "row" }, ...links),
    made("p", "A quick match against the game's own heuristic at the same depth: each opening twice, "
      + "with sides swapped.", { className: "quiet" }),
    made("div", "", { className: "row" }, number, made("label", "depth ", {}, depth), start), score,
    made("h2", "Against perfect play"), why, made("div", "", { className: "row" }, grade), found);
  return () => {
    const { play, lab, busy } = { play: model.get("play"), lab: model.get("lab"), busy: model.get("busy") };
    results.hidden = !play;
    [links[0].href, links[1].href] = [play, lab];
    start.disabled = grade.disabled = Boolean(busy);
    const ungraded = model.get("ungraded"), marks = model.get("grade");
    grade.parentNode.hidden = Boolean(ungraded);
    why.textContent = ungraded || GRADED;
    found.replaceChildren(...(marks ? graded(marks) : []));
    const race = model.get("race");
    score.replaceChildren(...(race ? standing(race) : []));
  };
}

// --- the view ------------------------------------------------------------------------------------

function questions(el, answered) {
  // One question at a time, in the page; whoever asks says what a yes leads to.
  const box = el.querySelector(".question"), [yes, no] = box.querySelectorAll("button");
  let agreed = null, before = null;
  const close = (said) => {
    box.hidden = true;
    before?.focus();
    if (said) agreed?.();
    answered();
    agreed = null;
  };
  yes.onclick = () => close(true);
  no.onclick = () => close(false);
  box.addEventListener("keydown", (event) => { if (event.key === "Escape") close(false); });
  return (words, label, then) => {
    before = document.activeElement;
    agreed = then;
    box.querySelector("p").textContent = words;
    yes.textContent = label;
    box.hidden = false;
    no.focus();
  };
}

function listing(el, model, ask, unsaved) {
  // The user's files, each with what can be done to it.
  const list = el.querySelector(".files ul");
  const rename = (name, item) => {
    const field = made("input", "", { value: name, ariaLabel: `new name of ${name}` });
    const form = made("form", "", { className: "row" }, field, made("button", "Rename"));
    form.onsubmit = (event) => {
      event.preventDefault();
      model.send({ do: "rename", name, to: field.value.trim() });
    };
    field.onkeydown = (event) => { if (event.key === "Escape") show(); };
    item.replaceChildren(form);
    field.select();
  };
  const row = (name) => {
    const item = made("li", "", { className: "row" });
    const button = (text, does) => made("button", text, { onclick: does, ariaLabel: `${text} ${name}` });
    item.append(made("span", name), button("Open", () => unsaved(() => model.send({ do: "open", name }))),
      button("Rename", () => rename(name, item)),
      button("Delete", () => ask(`Delete ${name} for good?`, "Delete", () =>
        model.send({ do: "delete", name }))));
    return item;
  };
  const show = () => {
    const names = model.get("files") ?? [];
    list.replaceChildren(...names.map(row));
    el.querySelector(".folder").textContent = names.length ? `in ${model.get("folder")}`
      : `None yet; they will be kept in ${model.get("folder")}.`;
  };
  return show;
}

function render({ model, el }) {
  el.classList.add("ply-view", "ply-write");
  el.innerHTML = SHELL;
  const find = (selector) => el.querySelector(selector);
  const runs = Boolean(model.get("runs")), game = find("[name=game]"), file = find("[name=file]");
  let clean = "", sent = "", fromTemplate = true;

  const dirty = () => page.text() !== clean;
  const page = editor(el, { edited: () => { find(".said").textContent = ""; } });
  const ask = questions(el, () => { if (model.get("question")) model.send({ do: "keep" }); });
  const unsaved = (then) => {
    if (dirty()) ask("What you have written is not saved. Leave it?", "Leave it", then);
    else then();
  };
  const send = (message) => {
    sent = page.text();
    model.send({ ...message, name: file.value.trim(), text: sent });
  };
  const save = () => runs && send({ do: "save" });
  const check = (chosen = "") => runs && send({ do: "check", function: chosen });
  const showFiles = listing(el, model, ask, unsaved);
  const showGames = games(model, find(".race"));

  const open = () => {
    const { name, text } = model.get("opened");
    clean = text;
    fromTemplate = !(model.get("files") ?? []).includes(name);
    file.value = name;
    page.set(text);
  };
  const showResults = () => {
    const checked = model.get("check"), speed = model.get("speed");
    find(".found").replaceChildren(...(checked
      ? findings(checked, speed, page.goTo, check) : []));
    page.mark(checked?.mistake?.line || speed?.slow?.line || 0);
    find(".samples").replaceChildren(...(checked && !checked.mistake && checked.samples.length
      ? [made("h2", "What it says, from worst to best for the player to move"),
        ...checked.samples.map(sample)] : []));
  };
  const tell = () => {
    const busy = model.get("busy");
    game.replaceChildren(...model.get("games").map((each) => new Option(each)));
    game.value = model.get("game");
    find(".problem").textContent = model.get("problem");
    find(".busy span").textContent = BUSY[busy] ?? "";
    find(".stop").hidden = !busy;
    find(".check").disabled = !runs || busy === "checking" || busy === "measuring";
    showGames();
  };
  const heard = {
    "change:opened": open,
    "change:saved": () => { clean = sent; fromTemplate = false; },
    "change:name": () => { file.value = model.get("name"); },
    "change:said": () => { find(".said").textContent = model.get("said"); },
    "change:files": showFiles,
    "change:check": showResults,
    "change:speed": showResults,
    "change:question": () => {
      const question = model.get("question");
      if (question) ask(question.words, "Replace it", () => model.send(question.again));
    },
    change: tell,
  };

  game.onchange = () => {
    const message = { do: fromTemplate && !dirty() ? "new" : "game", game: game.value };
    model.send(message);
  };
  find(".new").onclick = () => unsaved(() => model.send({ do: "new", game: game.value }));
  find(".save").onclick = save;
  find(".check").onclick = () => check();
  find(".stop").onclick = () => model.send({ do: "stop" });
  el.addEventListener("keydown", (event) => {
    const does = { s: save, Enter: check }[event.key];
    if (!does || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    does();
  });
  const leaving = (event) => { if (runs && dirty()) event.preventDefault(); };
  addEventListener("beforeunload", leaving);

  if (!runs) {
    find(".off").hidden = false;
    find(".off").textContent = `Code does not run here: ${model.get("why_not")}`;
    el.querySelectorAll("[data-code]").forEach((button) => { button.disabled = true; });
    [page.area.readOnly, file.disabled, find(".files").hidden] = [true, true, true];
  }
  for (const [event, listener] of Object.entries(heard)) model.on(event, listener);
  open();
  showFiles();
  showResults();
  tell();
  return () => {
    removeEventListener("beforeunload", leaving);
    for (const [event, listener] of Object.entries(heard)) model.off(event, listener);
  };
}

export default { render };
