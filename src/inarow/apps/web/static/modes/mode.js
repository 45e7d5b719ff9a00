/**
 * The contract between a mode and the page around it. Every mode `@implements` it, and the type checker sees to it.
 *
 * A mode is what one does with the game on the screen: play it, analyse it, learn from it. One mode is shown at a
 * time. All of them share one session, which holds the game; a mode asks the session for moves, and the page for
 * the rest. To add one: a class in this folder, a line in `MODES` of `shell/app.js`, a name in `shell/words.js`.
 */

/**
 * @import { Label } from "../board/board.js"
 * @import { MoveNode } from "../shell/movetree.js"
 */

/**
 * What has happened to the session:
 * - `opened`: another game, or another position from a link, is on the screen
 * - `asking`: a move was played or gone to, and the server is being asked what the rules say there
 * - `played`, `moved`: a new move was played, or another node of the tree was gone to; the rules are known now
 * - `seated`: other players sit at the board
 * - `ended`: somebody resigned or ran out of time
 * - `entered`: this mode was entered, the game is the same
 * @typedef {"opened" | "asking" | "played" | "moved" | "seated" | "ended" | "entered"} Change
 *
 * What the page needs of a mode.
 * @typedef {object} Mode
 * @property {HTMLElement} element stands in the panel while the mode is shown
 * @property {Record<string, () => void>} keys what the mode does on a key, by the key's name
 * @property {(change: Change) => void} update the mode is shown, and this has happened
 * @property {() => void} show draw everything anew: a setting has changed
 * @property {() => void} leave another mode takes over; whatever runs has to end
 *
 * What a mode may ask of the page.
 * @typedef {object} Screen
 * @property {(view: BoardView) => void} showBoard draw the session's position
 * @property {(view?: {clocks?: Record<Side, number>, thinking?: Side, unnamed?: boolean}) => void} showSeats
 * @property {(bar: {share: number, text: string} | null) => void} showBar how likely X is to win, from 0 to 1
 * @property {() => void} focusBoard put the keyboard on the board
 * @property {(text: string) => void} say let screen readers hear it
 * @property {() => void} newGame open the dialog for a new game
 * @property {() => void} rematch the same game and players from the start
 * @property {(at?: MoveNode | null) => void} review go to the analysis and review the game, opened at a move
 * @property {() => void} games open the list of games that were played
 * @property {(choice: import("../shell/setup.js").Choice) => void} begin begin a game
 *
 * What a board shows beside the pieces.
 * @typedef {object} BoardView
 * @property {boolean} playable
 * @property {number | null} [hint] a cell
 * @property {Label[]} [labels] scores on the moves
 * @property {boolean} [labelled] whether labels may come, so that room is left for them
 * @property {number[]} [further] cells played on from the position
 */

export {};
