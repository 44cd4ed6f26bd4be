// How soon values of mill positions and reviews come over the socket, on a fresh server at its default limits.
import { readFileSync } from "node:fs";
import { Server } from "./server.js";

const SHEETS = ["moulin:classique", "moulin:envol", "moulin:barreau"];
const POSITIONS = 50;
const ABANDONED = 10;
const PLIES = 60;

const server = await Server.start({ limits: [] });
const socket = new WebSocket(`${server.origin.replace("http", "ws")}/socket`);
await new Promise((resolve) => socket.addEventListener("open", resolve));

let asked = 0;
const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
const say = (message) => socket.send(JSON.stringify(message));

/** Waits for a message that fits. */
const heard = (fits) =>
  new Promise((resolve) => {
    const hear = ({ data }) => {
      const message = JSON.parse(data);
      if (!fits(message)) return;
      socket.removeEventListener("message", hear);
      resolve(message);
    };
    socket.addEventListener("message", hear);
  });

/** Milliseconds until the first value of a position. */
async function firstValue(setup, moves) {
  const question = (asked += 1);
  const began = performance.now();
  const value = heard((message) => message.question === question);
  say({ type: "analyse", question, setup, moves });
  const { type, problem } = await value;
  if (type !== "value") throw new Error(`${moves}: ${problem?.text.en ?? type}`);
  return performance.now() - began;
}

let seed = 7;
const below = (count) => (seed = (seed * 1103515245 + 12345) % 2147483648) % count;

/** The moves of a game at random, as many as wanted unless it ends before. */
async function randomGame(setup, plies) {
  const moves = [];
  while (moves.length < plies) {
    const query = new URLSearchParams({ setup, moves: moves.join(" ") });
    const { turns } = await (await fetch(`${server.origin}/api/position?${query}`)).json();
    if (turns.length === 0) break;
    moves.push(turns[below(turns.length)].move);
  }
  return moves.join(" ");
}

/** Milliseconds for which the server has worked, in steps of ten. */
function work() {
  const fields = readFileSync(`/proc/${server.pid}/stat`, "utf8").split(") ")[1].split(" ");
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

for (const sheet of SHEETS) console.log(`first question of ${sheet}: ${(await firstValue(sheet, "d6 f4 b4 d2")).toFixed(1)} ms`);

const times = [];
for (let index = 0; index < POSITIONS; index += 1) {
  const sheet = SHEETS[index % SHEETS.length];
  times.push(await firstValue(sheet, await randomGame(sheet, 4 + below(40))));
  // Ten messages a second is what anybody may send.
  await pause(110);
}
times.sort((one, other) => one - other);
console.log(`first values of ${POSITIONS} positions: median ${times[POSITIONS / 2].toFixed(1)} ms, longest ${times.at(-1).toFixed(1)} ms`);

say({ type: "stop", question: asked });
const games = [];
for (let index = 0; index < ABANDONED; index += 1) games.push(await randomGame(SHEETS[0], 30));
// By then the endings of the three sheets are solved.
await pause(4000);
const before = work();
for (const moves of games) {
  const question = (asked += 1);
  say({ type: "analyse", question, setup: SHEETS[0], moves });
  say({ type: "stop", question });
}
await pause(1500);
console.log(`${ABANDONED} questions abandoned at once: ${work() - before} ms of work`);

let moves = "";
while (moves.split(" ").length < PLIES) moves = await randomGame(SHEETS[0], PLIES);
const question = (asked += 1);
const began = performance.now();
const since = () => ((performance.now() - began) / 1000).toFixed(2);
const mark = heard((message) => message.question === question && message.type === "reviewed").then(since);
const done = heard((message) => message.question === question && message.type === "review" && message.done).then(since);
say({ type: "review", question, setup: SHEETS[0], moves });
console.log(`review of ${PLIES} plies: first mark after ${await mark} s, done after ${await done} s`);

socket.close();
await server.end();
