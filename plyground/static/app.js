// The shell: opens the view of the address, keeps the address in step with it, tells of refusals.
//
//     /play#game=connect_four&moves=4,4     the view of a page gets what follows # as `link`
//
// A view may change its `link`; the address follows without a new entry in the history.

import { connect } from "./model.js";

const PAGES = ["play", "paths", "lab", "write"];
const notice = document.getElementById("notice"), main = document.getElementById("view");
let hiding = 0;

function tell(words) {
  notice.textContent = words;
  notice.hidden = !words;
  clearTimeout(hiding);
  hiding = setTimeout(() => { notice.hidden = true; }, 12000);
}

function styled(view) {
  return new Promise((resolve) => {
    const sheet = document.createElement("link");
    sheet.rel = "stylesheet";
    sheet.href = `/static/${view}.css`;
    sheet.onload = sheet.onerror = resolve;
    document.head.append(sheet);
  });
}

async function start() {
  const view = PAGES.find((page) => location.pathname === `/${page}`) ?? "play";
  const current = document.querySelector(`nav a[href="/${view}"]`);
  current?.setAttribute("aria-current", "page");
  document.title = `${current?.textContent ?? "Play"} · Plyground`;
  const server = connect(tell);
  const model = server.open(view, { link: location.hash.slice(1) });
  const [module] = await Promise.all([import(`./${view}.js`), styled(view), model.ready]);
  model.on("change:link", () => {
    const link = model.get("link") ?? "";
    if (link !== location.hash.slice(1)) {
      history.replaceState(null, "", location.pathname + (link ? `#${link}` : ""));
    }
  });
  addEventListener("hashchange", () => model.send({ do: "follow", link: location.hash.slice(1) }));
  // A view may open another one within itself: model.view("tree", …) gives its model and module.
  model.view = async (name, given) => {
    const inner = server.open(name, given);
    const [found] = await Promise.all([import(`./${name}.js`), styled(name), inner.ready]);
    return { model: inner, render: found.default.render };
  };
  module.default.render({ model, el: main });
  main.removeAttribute("aria-busy");
}

start();
