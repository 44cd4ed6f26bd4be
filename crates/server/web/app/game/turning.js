const KEPT = "turns";

/** Whether the board turns to who is to move, where two play at one screen. */
export const turns = () => localStorage.getItem(KEPT) === "yes";

/** Chooses the other way. */
export function changeTurning() {
  localStorage.setItem(KEPT, turns() ? "no" : "yes");
}
