// A plain page to try the server with: a game against the computer, one button a move.
const $ = (id) => document.getElementById(id);
const lang = navigator.language.startsWith("fr") ? "fr" : "en";

async function ask(method, path, body) {
  const headers = body ? { "content-type": "application/json" } : {};
  const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
  const json = await answer.json();
  if (!answer.ok) throw new Error(json.text[lang]);
  return json;
}

let stage, game, ply, socket;

function draw(view) {
  const place = Object.fromEntries(stage.places.map((spot) => [spot.name, spot]));
  const set = (name, { x, y }) => `<g transform="translate(${x} ${y})">${stage.sprites[name]}</g>`;
  const pieces = view.pieces.map(({ at, side, kind }) => set(kind ? `${side}-${kind}` : side, place[at]));
  const markup = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${stage.width} ${stage.height}">${stage.board}${pieces.join("")}</svg>`;
  const svg = new DOMParser().parseFromString(markup, "image/svg+xml").documentElement;
  $("board").replaceChildren(svg);
  $("sentence").textContent = view.sentence[lang];
  $("turns").replaceChildren(
    ...view.turns.map((turn) => {
      const button = document.createElement("button");
      button.textContent = turn.move;
      button.onclick = () => socket.send(JSON.stringify({ type: "move", game, ply, move: turn.move }));
      return button;
    }),
  );
}

function listen() {
  socket = new WebSocket(`${location.origin.replace("http", "ws")}/socket`);
  socket.onopen = () => socket.send(JSON.stringify({ type: "watch", game }));
  socket.onclose = () => setTimeout(listen, 1000);
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "game") ply = message.ply;
    if (message.type === "played" || message.type === "back") ply = message.ply + 1;
    if (message.view) draw(message.view);
    if (message.type === "refused") $("sentence").textContent = message.problem.text[lang];
  };
}

await ask("GET", "/api/me").catch(() => ask("POST", "/api/guest", {}));
const setup = new URLSearchParams(location.search).get("setup") ?? "mijnlieff";
stage = await ask("GET", `/api/stage?setup=${encodeURIComponent(setup)}`);
const player = setup.startsWith("mijnlieff") ? "level-2" : "random";
game = (await ask("POST", "/api/games", { setup, opponent: { kind: "computer", player } })).id;
listen();
