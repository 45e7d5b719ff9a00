/** Boards in a chapter: one to play on, and ones that only show a position. */

import { Board, piecesOf } from "../board/board.js";
import { askMove, askPosition } from "../shell/api.js";
import { button, h } from "../shell/dom.js";
import { Asking } from "../shell/http.js";
import { words } from "./words.js";

/** @import { Part } from "./course.js" */

/** @param {Board} board @param {PositionInfo} position @param {{playable?: boolean, further?: number[]}} [how] */
function showPosition(board, position, { playable = false, further = [] } = {}) {
  board.reshape(position.game);
  board.show({
    pieces: piecesOf(position.set_up, [...position.moves.map(({ cell }) => cell), ...further]),
    turn: position.turn,
    legal: position.legal,
    playable: playable && !position.outcome,
    winning: further.length ? [] : (position.outcome?.cells ?? []),
    labels: [], labelled: false, hint: null, numbers: false,
  });
}

/** A position that only is looked at. @param {PositionInfo} position */
export function stillBoard(position) {
  const place = h("div", { class: "mini-board" });
  showPosition(new Board(place, () => {}), position);
  return place;
}

/** A board to click; somebody may answer. @param {PositionInfo} start @param {string | null} opponent @param {string} title what people call the opponent @returns {Part} */
export function boardBlock(start, opponent, title) {
  const place = h("div", { class: "mini-board" });
  const status = h("p", { class: "status", role: "status" });
  const asking = new Asking();
  const board = new Board(place, (move) => void asking.run((signal) => play(move, signal), (sentence) => { status.textContent = sentence; }));
  let position = start;

  const request = (/** @type {string} */ more) => {
    const runsTogether = position.game.gravity && position.game.width <= 9;
    const moves = [...position.moves.map(({ move }) => move), more].filter(Boolean).join(runsTogether ? "" : " ");
    return { game: position.game.text, start: position.start, moves };
  };
  const show = (/** @type {string} */ text) => {
    showPosition(board, position, { playable: true });
    status.textContent = text;
  };
  const told = () => {
    if (position.outcome) return position.outcome.winner ? words.board.won(position.outcome.winner) : words.board.draw;
    return opponent ? words.board.turn(position.turn, title) : words.board.toMove(position.turn);
  };

  /** @param {string} move @param {AbortSignal} signal */
  async function play(move, signal) {
    position = await askPosition(request(move), signal);
    show(told());
    if (!opponent || position.outcome) return;
    showPosition(board, position);
    status.textContent = words.board.thinking(title);
    ({ position } = await askMove({ ...request(""), player: opponent, limit: {} }, signal));
    show(told());
  }

  show(told());
  const again = button(words.board.again, "again", () => {
    asking.cancel();
    position = start;
    show(told());
  });
  return { element: h("div", {}, place, h("div", { class: "row" }, status, again)), leave: () => asking.cancel() };
}
