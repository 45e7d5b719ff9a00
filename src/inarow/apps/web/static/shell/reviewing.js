/** Reviews of whole games: asked for once, and kept with the moves that they are about. */

import { askReview } from "./api.js";

/**
 * @import { MoveNode } from "./movetree.js"
 * @import { Session } from "./session.js"
 *
 * What a review says of a game as a whole: what decided it and which move that was, and where to begin to look.
 * @typedef {{by: string, turning: string, decided: MoveNode | null, opens: MoveNode | null}} Reviewed
 */

/** Review every move up to the end of a line, unless that was done before. @param {Session} session @param {MoveNode} end @param {AbortSignal} signal @returns {Promise<Reviewed>} */
export async function reviewed(session, end, signal) {
  if (end.reviewed) return end.reviewed;
  const line = end.path();
  const winner = session.node === end && session.ended ? session.ended.winner : null;
  const request = { ...session.request(end), players: session.people(), winner, unseen: line.flatMap((node) => node.unseen) };
  const { by, shares, notes, turning, opensAt } = await askReview(request, signal);
  [end.root(), ...line].forEach((node, i) => {
    node.share = shares[i] ?? node.share;
  });
  for (const { index, note } of notes) line[index].verdict = note;
  const at = (/** @type {number | null | undefined} */ number) => line.find(({ verdict }) => verdict?.number === number) ?? null;
  end.reviewed = { by, turning: turning?.text ?? "", decided: at(turning?.number), opens: at(opensAt) };
  return end.reviewed;
}
