/**
 * What the server found, taken in once for every mode: a score is the same words, the same colour and the
 * same height of the bar whether an analysis, a hint or a review has found it.
 */

import { short, signed } from "./numbers.js";
import { words } from "./words.js";

/**
 * @import { Label } from "../board/board.js"
 * @typedef {{
 *   kind: "win" | "draw" | "loss" | "better" | "even" | "worse", // for the player to move
 *   proved: boolean,
 *   text: string, // as in "wins in 5 moves"
 *   label: string, // as in "win in 5"
 *   short: string, // as in "W5"
 *   share: number, // how likely X is to win, from 0 to 1: the height of the bar
 * }} Score
 * @typedef {{score: Score, moves: MoveInfo[]}} Line
 * @typedef {{lines: Line[], facts: string, by: string}} Analysis
 * @typedef {{by: string, shares: (number | null)[], notes: {index: number, note: AnnotationInfo}[], turning: TurningInfo | null, opensAt: number | null}} Review
 */

/** @param {ScoreInfo} info @param {Side} turn whose score it is @returns {Score} */
export function scoreOf({ kind, plies, value, win_probability }, turn) {
  const share = turn === "X" ? win_probability : 1 - win_probability;
  if (kind === "draw") return { kind, proved: true, text: words.score.draw, label: words.score.draw, short: "=", share };
  if (kind === "heuristic") {
    const text = signed(value ?? 0);
    const side = (value ?? 0) > 0 ? "better" : (value ?? 0) < 0 ? "worse" : "even";
    return { kind: side, proved: false, text, label: words.score.points(text, win_probability), short: signed(Math.round(value ?? 0)), share };
  }
  const moves = plies === null ? null : Math.ceil(plies / 2);
  const { text, label, letter } = words.score[kind];
  return { kind, proved: true, text: text(moves), label: label(moves), short: `${letter}${moves ?? ""}`, share };
}

/** The height of the bar when the game is over. @param {Side | null} winner */
export function finalShare(winner) {
  return winner === null ? 0.5 : Number(winner === "X");
}

/** @param {AnalysisInfo} info @param {boolean} finished @returns {Analysis} */
export function analysisOf({ lines, by, turn, depth, nodes, seconds, exact }, finished) {
  const speed = seconds ? short(nodes / seconds) : "";
  return {
    lines: lines.map(({ score, moves }) => ({ score: scoreOf(score, turn), moves })),
    facts: words.analyse.facts({ exact, depth, nodes: short(nodes), speed, finished }),
    by: enginesOf(by),
  };
}

/** The scores to write on a board. @param {Line[]} lines @param {MoveInfo[]} legal @returns {Label[]} */
export function labelsOf(lines, legal) {
  const cells = new Map(legal.map(({ move, cell }) => [move, cell]));
  const best = lines[0]?.score;
  return lines.flatMap(({ score, moves }) => {
    const cell = cells.get(moves[0].move);
    if (cell === undefined) return [];
    return [{ cell, score, best: score.text === best.text && score.share === best.share }];
  });
}

/** What a player thought about its move. @param {AnalysisInfo} info */
export function thoughtOf({ by, lines, score, turn, depth, nodes, seconds }) {
  if (by === "person") return words.play.felt(lines.length ? depth : 0, score.win_probability);
  return words.play.thought({ score: scoreOf(score, turn).label, depth, nodes, seconds });
}

/** @param {ReviewInfo} info @returns {Review} */
export function reviewOf({ by, curve, record, turning, opens_at: opensAt }) {
  const first = record.start.replaceAll(/[^XO]/g, "").length + 1;
  const notes = record.annotations.map((note) => ({ index: note.number - first, note }));
  return { by: enginesOf(by), shares: curve, notes, turning, opensAt };
}

/** @param {string} by */
function enginesOf(by) {
  return by.split(", ").map((name) => words.engines[name] ?? name).join(", ");
}
