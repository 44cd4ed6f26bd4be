import { setting } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

/** Pitch in hertz: wood on wood, and the duller sound of a piece taken away. */
const PITCH = { move: 320, take: 190 };

/**
 * The sound of a piece, when sound is wanted.
 *
 * @param {"move" | "take"} kind
 */
export function click(kind) {
  if (!setting().sound) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  const tone = new OscillatorNode(context, { type: "triangle", frequency: PITCH[kind] });
  const loudness = new GainNode(context, { gain: 0.25 });
  tone.frequency.exponentialRampToValueAtTime(PITCH[kind] / 2, now + 0.06);
  loudness.gain.exponentialRampToValueAtTime(0.001, now + 0.09);
  tone.connect(loudness).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.1);
}
