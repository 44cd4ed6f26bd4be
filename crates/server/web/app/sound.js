import { setting } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

/** Pitch in hertz: wood on wood, and the duller sound of a piece taken away. */
const PITCH = { move: 320, take: 190 };

/** The two notes that call a player, in hertz, and the seconds after which each begins. */
const CALL = [
  { pitch: 523, after: 0.15 },
  { pitch: 659, after: 0.3 },
];

/**
 * The sound of a piece, when sound is wanted.
 *
 * @param {"move" | "take"} kind
 */
export function click(kind) {
  if (setting().sound) tone(PITCH[kind], { fall: 2, lasts: 0.09 });
}

/** Two soft notes: it is your turn. */
export function chime() {
  if (!setting().sound) return;
  for (const { pitch, after } of CALL) tone(pitch, { after, lasts: 0.25 });
}

/**
 * @param {number} pitch in hertz
 * @param {{ after?: number, lasts: number, fall?: number }} how seconds, and by how much the pitch falls
 */
function tone(pitch, { after = 0, lasts, fall = 1 }) {
  context ??= new AudioContext();
  const begin = context.currentTime + after;
  const sound = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  const loudness = new GainNode(context, { gain: 0.25 });
  if (fall !== 1) sound.frequency.exponentialRampToValueAtTime(pitch / fall, begin + 0.06);
  loudness.gain.setValueAtTime(0.25, begin);
  loudness.gain.exponentialRampToValueAtTime(0.001, begin + lasts);
  sound.connect(loudness).connect(context.destination);
  sound.start(begin);
  sound.stop(begin + lasts + 0.01);
}
