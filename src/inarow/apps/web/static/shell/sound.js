/** Two short sounds, made on the spot; nothing is loaded. */

import { prefs } from "./prefs.js";

/** @type {AudioContext | null} */
let context = null;

/** @param {"piece" | "end"} what */
export function sound(what) {
  if (!prefs.sound) return;
  context ??= new AudioContext();
  if (what === "piece") tone(190, 0, 0.09, "triangle");
  else [392, 494, 587].forEach((pitch, i) => tone(pitch, 0.12 * i, 0.22, "sine"));
}

/** @param {number} pitch @param {number} delay @param {number} length @param {OscillatorType} type */
function tone(pitch, delay, length, type) {
  if (!context) return;
  const start = context.currentTime + delay;
  const oscillator = new OscillatorNode(context, { frequency: pitch, type });
  const volume = new GainNode(context, { gain: 0.25 });
  volume.gain.setValueAtTime(0.25, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}
