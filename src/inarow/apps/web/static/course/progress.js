/** How far one is in the course, and the code one has written: kept in this browser only. */

const KEY = "inarow.course";

/** @typedef {{passed: string[], code: Record<string, string>, scores: Record<string, Record<string, number>>}} Progress */

/** @returns {Progress} */
function load() {
  const none = { passed: [], code: {}, scores: {} };
  try {
    return { ...none, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return none;
  }
}

/** @param {(progress: Progress) => void} change */
function keep(change) {
  // Another tab may have got further meanwhile.
  const progress = load();
  change(progress);
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // A browser that keeps nothing still teaches.
  }
}

/** @param {string} exercise */
export const hasPassed = (exercise) => load().passed.includes(exercise);

/** @param {string} exercise */
export const keepPassed = (exercise) => keep((progress) => { if (!progress.passed.includes(exercise)) progress.passed.push(exercise); });

/** The code one has written for an exercise, if any. @param {string} exercise @returns {string | undefined} */
export const keptCode = (exercise) => load().code[exercise];

/** @param {string} exercise @param {string} code */
export const keepCode = (exercise, code) => keep((progress) => { progress.code[exercise] = code; });

/** The best share of points against each opponent, from 0 to 1. @param {string} exercise @returns {Record<string, number>} */
export const bestScores = (exercise) => load().scores[exercise] ?? {};

/** @param {string} exercise @param {RungInfo} rung a whole one */
export function keepScore(exercise, { opponent, points, games }) {
  keep(({ scores }) => {
    const own = (scores[exercise] ??= {});
    own[opponent] = Math.max(own[opponent] ?? 0, points / games);
  });
}
