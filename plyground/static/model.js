// The model of a view, over the WebSocket: what anywidget gives a view in a notebook.
//
//     connect(told) ──▶ { open(view, with) ──▶ model }      model.get("x")   model.on("change:x", f)
//                                                           model.send({ do: … })
//
// One connection serves all views of a page. What the server refuses goes to told(words).

export function connect(told) {
  const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`;
  const socket = new WebSocket(address);
  const models = new Map(), waiting = [];
  let last = 0;

  const say = (message) => {
    if (socket.readyState === WebSocket.CONNECTING) waiting.push(message);
    else if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    else told("The connection is gone: start the server again and reload the page.");
  };
  socket.onopen = () => waiting.splice(0).forEach(say);
  socket.onmessage = ({ data }) => {
    const { of, state, refused } = JSON.parse(data);
    if (refused !== undefined) told(refused);
    else models.get(of)?.take(state);
  };
  socket.onclose = async (event) => {
    if (event.reason) return told(event.reason);
    const answer = await fetch(location.pathname).catch(() => null);
    told(answer?.status === 403 ? await answer.text()
      : "The connection is gone: start the server again and reload the page.");
  };

  const open = (view, given = {}) => {
    const number = ++last, state = {}, listeners = new Map();
    let ready;
    const model = {
      ready: new Promise((resolve) => { ready = resolve; }),
      get: (name) => state[name],
      on: (event, listener) => {
        if (!listeners.has(event)) listeners.set(event, new Set());
        listeners.get(event).add(listener);
      },
      off: (event, listener) => listeners.get(event)?.delete(listener),
      send: (message) => say({ to: number, message }),
      take: (changes) => {
        Object.assign(state, changes);
        ready(model);
        for (const name of Object.keys(changes)) {
          listeners.get(`change:${name}`)?.forEach((listener) => listener());
        }
        listeners.get("change")?.forEach((listener) => listener());
      },
      close: () => {
        models.delete(number);
        say({ close: number });
      },
    };
    models.set(number, model);
    say({ open: number, view, with: given });
    return model;
  };
  return { open };
}
