/** The table at which the game is played: the board with a seat above and below, and the bar beside it. */

import { Board, lookOf } from "../board/board.js";
import { pieceIcon } from "../board/pictures.js";
import { fill, h, part } from "./dom.js";
import { prefs } from "./prefs.js";
import { YOU } from "./session.js";
import { words } from "./words.js";

/**
 * @import { BoardView, Screen } from "../modes/mode.js"
 * @import { Session } from "./session.js"
 */

/** Below this many seconds a clock is shown in red. */
const LOW = 20;

export class Table {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.board = new Board(part("board"), (move) => void session.play(move));
  }

  showTitle() {
    const { game } = this.session;
    document.title = game ? `${game.title} · inarow` : "inarow";
    part("title").textContent = game ? `${game.title} · ${game.rules}` : "";
  }

  /** @param {BoardView} view */
  showBoard({ playable, hint = null, labels = [], labelled = false, further = [] }) {
    const { session } = this;
    if (!session.game) return;
    this.board.reshape(session.game);
    document.body.style.setProperty("--ratio", String(this.board.ratio));
    document.body.dataset.moves = session.movesText();
    document.body.dataset.look = lookOf(session.game);
    this.board.show({
      pieces: session.pieces(further),
      turn: session.turn(),
      legal: session.info?.legal ?? [],
      playable,
      winning: further.length ? [] : (session.info?.outcome?.cells ?? []),
      labels,
      labelled,
      hint,
      numbers: prefs.numbers,
    });
  }

  /** @type {Screen["showSeats"]} */
  showSeats = ({ clocks, thinking, unnamed = false } = {}) => {
    const { session } = this;
    // You sit below; between equals X does.
    const below = session.players.O === YOU && session.players.X !== YOU ? "O" : "X";
    for (const side of /** @type {const} */ (["X", "O"])) {
      const seat = part(side === below ? "seat-below" : "seat-above");
      seat.classList.toggle("to-move", session.turn() === side && !session.over);
      fill(
        seat,
        session.game ? pieceIcon(side, session.game) : null,
        h("b", {}, unnamed ? side : session.nameOf(side)),
        unnamed ? null : levelOf(session.players[side]),
        thinking === side ? h("span", { class: "thinking" }, words.table.thinking) : null,
        clocks ? h("time", { class: clocks[side] < LOW ? "clock low" : "clock" }, clockText(clocks[side])) : null,
      );
    }
  };

  /** @type {Screen["showBar"]} */
  showBar = (shown) => {
    const bar = part("meter");
    bar.hidden = !shown;
    document.body.classList.toggle("metered", Boolean(shown));
    if (!shown || !this.session.game) return;
    const percent = Math.round(100 * shown.share);
    const first = this.session.nameOf("X");
    bar.style.setProperty("--share", `${percent}%`);
    bar.setAttribute("aria-valuenow", String(percent));
    bar.setAttribute("aria-valuetext", words.table.bar(shown.text, first, percent));
    bar.className = `meter ${lookOf(this.session.game)}`;
    bar.title = words.table.bar(shown.text, first, percent);
  };
}

/** The level of a player who has one. @param {string} player */
function levelOf(player) {
  const [, level] = /^level-(\d+)$/.exec(player) ?? [];
  return level ? h("small", {}, words.table.level(level)) : null;
}

/** @param {number} seconds */
function clockText(seconds) {
  const tenths = seconds < 10 ? 1 : 0;
  const minutes = Math.floor(seconds / 60);
  const rest = (seconds - 60 * minutes).toFixed(tenths).padStart(tenths ? 4 : 2, "0");
  return `${minutes}:${rest}`;
}
