import assert from "node:assert/strict";
import { test } from "node:test";
import { Choice } from "../web/app/board/choice.js";

const PLACING = [
  { move: "La1", kind: "L", to: "a1" },
  { move: "La4", kind: "L", to: "a4" },
  { move: "Pa4", kind: "P", to: "a4" },
];

const MOVING = [
  { move: "a1-a4", from: "a1", to: "a4" },
  { move: "d1-g1xb2", from: "d1", to: "g1", takes: ["b2"] },
  { move: "d1-g1xd2", from: "d1", to: "g1", takes: ["d2"] },
  { move: "g4-g1", from: "g4", to: "g1" },
];

/** The move that touches make, and what is left open after them. */
function check(turns, touches, made, left) {
  const choice = new Choice(turns);
  for (const touch of touches) choice.touch(/^[A-Z]$/.test(touch) ? { kind: touch } : { place: touch });
  assert.equal(choice.made?.move ?? null, made, touches.join(" "));
  assert.equal(choice.left.length, left, touches.join(" "));
}

test("touches make a turn in any order", () => {
  check(PLACING, ["L", "a4"], "La4", 1);
  check(PLACING, ["a4", "P"], "Pa4", 1);
  check(MOVING, ["d1", "g1", "d2"], "d1-g1xd2", 1);
  check(MOVING, ["d2", "g1", "d1"], "d1-g1xd2", 1);
});

test("a piece alone never moves, even with one way to go", () => {
  check(MOVING, ["a1"], null, 1);
  check(PLACING, ["P"], null, 1);
});

test("a goal with one way to get there is a turn", () => {
  check(PLACING, ["a1"], "La1", 1);
  check(PLACING, ["a4"], null, 2);
});

test("what was touched is let go by another touch, and another piece takes its place", () => {
  check(PLACING, ["L", "L"], null, 3);
  check(PLACING, ["P", "L", "a1"], "La1", 1);
  check(MOVING, ["d1", "a1", "a4"], "a1-a4", 1);
  check(MOVING, ["d1", "c3"], null, 4);
});

test("a capture is asked for once it is known what moves where", () => {
  const choice = new Choice(MOVING);
  choice.touch({ place: "d1" });
  assert.deepEqual([choice.targets, choice.captures], [["g1"], []]);
  choice.touch({ place: "g1" });
  assert.deepEqual(choice.captures, ["b2", "d2"]);
  assert.equal(choice.settled?.from, "d1");
});

test("a pass is a turn without a touch", () => {
  const choice = new Choice([{ move: "pass" }]);
  assert.equal(choice.pass?.move, "pass");
  assert.equal(choice.made, null);
});

test("what does not go together is told, a change of mind is not", () => {
  const told = (/** @type {string[]} */ ...places) => {
    const choice = new Choice(MOVING);
    const answers = places.map((place) => choice.touch({ place }));
    return answers.at(-1)?.map((touch) => touch.place) ?? null;
  };
  assert.deepEqual(told("c3"), ["c3"]);
  assert.deepEqual(told("a1", "g1"), ["a1", "g1"]);
  assert.deepEqual(told("d1", "g1", "a7"), ["d1", "g1", "a7"]);
  assert.equal(told("a1", "d1"), null);
  assert.equal(told("a1", "a1"), null);
  assert.equal(told("d1", "g1", "b2"), null);
});

test("a closed mill stays closed when a stone is touched that is safe", () => {
  const choice = new Choice(MOVING);
  for (const place of ["d1", "g1", "a7"]) choice.touch({ place });
  assert.equal(choice.settled?.to, "g1");
  assert.deepEqual(choice.captures, ["b2", "d2"]);
});
