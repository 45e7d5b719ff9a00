/**
 * Everything the page says to people, in English. A translation is another table of this type. What the server says
 * (names of games and players, reasons, questions, refusals) comes with its answers.
 */

/** @param {number | null} moves */
const inMoves = (moves) => (moves === null ? "" : ` in ${moves} ${moves === 1 ? "move" : "moves"}`);
/** @param {number | null} moves */
const inShort = (moves) => (moves === null ? "" : ` in ${moves}`);

export const words = {
  you: "You", own: "Your player", close: "Close",
  /** @type {Record<string, string>} */
  engines: { exact: "the exact solver", gomoku: "the Gomoku engine", tree: "a tree search" },
  page: {
    modes: { play: "Play", analyse: "Analyse", learn: "Learn" },
    labels: { brand: "inarow, home", tabs: "Modes", table: "Game", panel: "Panel", meter: "Evaluation" },
    skip: "Skip to the board",
    drop: "Drop a file to open the game",
    badLink: (/** @type {string} */ why) => `This link cannot be opened: ${why}.`,
  },
  loading: {
    title: "Loading",
    loaded: (/** @type {number} */ loaded, /** @type {number} */ size) =>
      `Loading the engine: ${(loaded / 1e6).toFixed(1)} of ${(size / 1e6).toFixed(1)} MB. You can already play.`,
    starting: "Starting the engine …",
  },
  server: {
    silent: "The server is not responding. Your game is safe here; retrying …",
    busy: "The server is busy; retrying …",
    gone: "Connection lost; retrying …",
    queued: "The server is busy; this analysis is waiting its turn …",
    status: (/** @type {number} */ status) => `the server answered ${status}`,
  },
  settings: {
    title: "Settings", theme: "Theme", themes: { auto: "System", light: "Light", dark: "Dark" },
    sound: "Sound", numbers: "Move numbers", pace: "Opponents take time to think",
    keys: [
      ["1 – 9", "drop a piece into a column"], ["← → ↑ ↓", "choose a cell, or step through the moves"],
      ["Enter", "play the chosen cell"], ["u  r", "undo, redo"], ["h", "hint"], ["n", "new game"],
    ],
    api: "API of this page",
  },
  table: {
    thinking: "thinking",
    level: (/** @type {string} */ level) => `Level ${level}`,
    bar: (/** @type {string} */ text, /** @type {string} */ first, /** @type {number} */ percent) => `${text}; ${first} ${percent} %`,
  },
  board: {
    name: "Board", empty: "empty", closed: "closed",
    column: (/** @type {string} */ name) => `Column ${name}`,
    tapAgain: (/** @type {string} */ move) => `Tap ${move} again to play there`,
    falls: (/** @type {number} */ row, /** @type {number} */ height) => `falls to row ${row} of ${height}`,
  },
  score: {
    draw: "draw",
    points: (/** @type {string} */ points, /** @type {number} */ chance) => `${points} (${Math.round(100 * chance)} %)`,
    win: {
      text: (/** @type {number | null} */ moves) => `wins${inMoves(moves)}`,
      label: (/** @type {number | null} */ moves) => `win${inShort(moves)}`,
      letter: "W",
    },
    loss: {
      text: (/** @type {number | null} */ moves) => `loses${inMoves(moves)}`,
      label: (/** @type {number | null} */ moves) => `loss${inShort(moves)}`,
      letter: "L",
    },
  },
  moves: {
    title: "Moves", variations: "Moves and variations", none: "No moves yet.",
    move: (/** @type {number} */ number, /** @type {string} */ move, /** @type {string} */ verdict) =>
      `Move ${number}, ${move}${verdict ? `, ${verdict}` : ""}`,
  },
  play: {
    undo: "Undo", redo: "Redo", hint: "Hint", swap: "Swap", swapSides: "Swap sides", resign: "Resign",
    pause: "Pause", resume: "Resume", rematch: "Rematch", review: "Review",
    noOwn: "you have not written a player yet; open an exercise of the course and choose “Play against it”",
    lookingBack: "Looking for the turning point …",
    showMove: (/** @type {number} */ number) => `Show move ${number}`,
    notCounted: "Games with hints or takebacks do not count.",
    looking: "Looking for a good move …",
    advice: (/** @type {string} */ move) => `Try ${move}.`,
    begin: { column: "Click a column, or press its number.", cell: "Click where you want to play." },
    yourTurn: "Your turn", youWon: "You won", youLost: "You lost", draw: "Draw",
    toMove: (/** @type {string} */ name) => `${name} to move`,
    thinks: (/** @type {string} */ name) => `${name} is thinking …`,
    plays: (/** @type {string} */ side, /** @type {string} */ move) => `${side} plays ${move}`,
    wins: (/** @type {string} */ name) => `${name} wins`,
    resigned: (/** @type {string} */ name) => `${name} resigned`,
    timeout: (/** @type {string} */ name) => `${name} ran out of time`,
    felt: (/** @type {number} */ depth, /** @type {number} */ chance) =>
      depth ? `looked ${depth} ${depth === 1 ? "move" : "moves"} ahead (${Math.round(100 * chance)} % to win)` : "moved without looking ahead",
    thought: (/** @type {{score: string, depth: number, nodes: number, seconds: number}} */ { score, depth, nodes, seconds }) =>
      `${score}, depth ${depth}, ${nodes.toLocaleString("en")} nodes in ${seconds.toFixed(1)} s`,
  },
  analyse: {
    engine: "Engine", evaluation: "Evaluation",
    first: "First", back: "Back", forward: "Forward", last: "Last",
    promote: "Make main line", remove: "Delete variation",
    gameOver: "The game is over.", off: "Off", looking: "Searching …",
    /** @param {{exact: boolean, depth: number, nodes: string, speed: string, finished: boolean}} found */
    facts: ({ exact, depth, nodes, speed, finished }) =>
      `${exact ? "solved" : `depth ${depth}`} · ${nodes} nodes${speed ? ` · ${speed}/s` : ""}${finished ? "" : " …"}`,
    by: (/** @type {string} */ name) => `by ${name}`,
    played: (/** @type {string} */ move) => `${move} played.`,
    playLine: (/** @type {string} */ moves) => `Play ${moves}`,
    proved: (/** @type {string} */ name, /** @type {string} */ text) => {
      if (text === "draw") return text;
      return `${name} ${name === words.you ? text.replace(/^(win|lose)s/, "$1") : text}`;
    },
    curve: (/** @type {(number | null)[]} */ shares, /** @type {Record<Side, string>} */ { X, O }) => {
      const last = shares.findLast((share) => share !== null) ?? null;
      if (last === null) return "Evaluation: not analysed yet";
      const leads = (/** @type {string} */ name) => (name === words.you ? "you are ahead" : `${name} is ahead`);
      const ahead = last > 0.55 ? leads(X) : last < 0.45 ? leads(O) : "the game is even";
      return `Evaluation over ${shares.length - 1} moves; at the end ${ahead}`;
    },
  },
  review: {
    start: "Review the game", noMoves: "No moves to review yet.",
    running: "Reviewing the game …", ready: "The review is ready.",
    by: (/** @type {string} */ name) => `Reviewed by ${name}.`,
    verdict: (/** @type {AnnotationInfo} */ { number, move, grade }, /** @type {string} */ name) => `Move ${number}: ${name} played ${move}. ${grade[0].toUpperCase()}${grade.slice(1)}.`,
    /** What a move did to the result; of the others the reason says enough. @type {Record<string, string>} */
    changes: {
      "win-to-draw": "It turns a win into a draw.", "win-to-loss": "It turns a win into a loss.",
      "draw-to-loss": "It turns a draw into a loss.", "loses-at-once": "It loses at once.",
    },
    because: (/** @type {AnnotationInfo} */ { change, reason }) => [words.review.changes[change ?? ""], reason.text].filter(Boolean).join(" "),
    caption: "Grades by side", column: "Grade",
    plurals: { best: "best", good: "good", inaccuracy: "inaccuracies", mistake: "mistakes", blunder: "blunders" },
  },
  games: {
    title: "Your games", resume: "Continue", none: "No games yet. Your games are saved in this browser.",
    about: (/** @type {string} */ result, /** @type {number} */ moves, /** @type {Date} */ when) =>
      ` ${result || "unfinished"}, ${moves} ${moves === 1 ? "move" : "moves"}, ${when.toLocaleString([], { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" })}`,
  },
  threats: {
    ask: "Is there a win by threats?", looking: "Trying every four and open three …",
    play: "Play the attack", defend: "Now play any defence: the attack continues.",
    lost: "No win was found in time against this defence.",
    goesOn: (/** @type {string} */ move, /** @type {number} */ moves) => `${move}: wins in at most ${moves} ${moves === 1 ? "move" : "moves"}. Play a defence.`,
  },
  swap2: {
    colours: { X: "Black", O: "White" },
    rule: "The first player places three stones: black, white, black. The other takes a colour, or adds two stones and lets the first player choose.",
    took: (/** @type {string} */ name, /** @type {"black" | "white" | "add"} */ take) =>
      `${name} ${{ black: "takes black", white: "takes white", add: "adds two stones and lets you choose" }[take]}.`,
    choose: "Choose your colour", takes: { black: "Take black", white: "Take white and move", add: "Add two stones" },
    put: (/** @type {string} */ side) => `Swap2: place a ${side === "X" ? "black" : "white"} stone`,
  },
  learn: {
    choose: "Lessons", lessons: { course: "Course", tree: "Search tree", puzzles: "Puzzles" },
    loading: "Opening the course …", noSuchPage: "the course has no such page",
    search: "Search", depth: "Depth", searching: "Searching …",
    comparison: "All searches on this position, at the same depth",
    columns: ["Search", "Nodes", "Evaluations", "Cut-offs"],
    found: (/** @type {string} */ best, /** @type {string} */ score, /** @type {number} */ cutoffs, /** @type {number} */ drawn) =>
      `Best move ${best}, value ${score}. ${cutoffs} ${cutoffs === 1 ? "cut-off" : "cut-offs"}.${drawn ? ` Only the first ${drawn} nodes are drawn.` : ""} Select a node to see its position.`,
  },
  tree: {
    name: "Search tree; use the arrow keys to move between nodes",
    zoomIn: "Zoom in", zoomOut: "Zoom out", whole: "Whole tree", watch: "Watch it grow", shown: "Nodes shown",
    node: (/** @type {number} */ count, /** @type {number} */ total) => `node ${count} of ${total.toLocaleString("en")}`,
    meanings: { exact: "", lower: "at least ", upper: "at most ", unknown: "so far " },
    /** @param {NodeInfo} node @param {string[]} bounds @param {string} value */
    explain({ number, turn, meaning, end, cut_by, pruned }, [alpha, beta], value) {
      const worth = value ? `, value ${words.tree.meanings[meaning]}${value}` : "";
      return `Node ${number}, ${turn} to move, window ${alpha} to ${beta}${worth}. ${words.tree.ends[end](cut_by, pruned)}`;
    },
    /** @type {Record<NodeInfo["end"], (cutBy: string | null, pruned: string[]) => string>} */
    ends: {
      "cut-off": (cutBy, pruned) => `Cut off by ${cutBy}: ${pruned.join(", ") || "nothing"} ${pruned.length > 1 ? "were" : "was"} never tried.`,
      leaf: () => "A leaf: the position was evaluated.",
      "all-tried": () => "Every move was tried.",
      "from-table": () => "Found in the transposition table.",
      settled: () => "Settled without a search.",
      unfinished: () => "Not finished.",
    },
  },
  puzzles: {
    level: "Level", levels: { 1: "Easy", 2: "Medium", 3: "Hard" }, next: "Next puzzle", reveal: "Show the move",
    looking: "Looking for a puzzle …", none: "Choose “Next puzzle” to start.",
    score: (/** @type {number} */ solved, /** @type {number} */ tried) => (tried ? `Solved on the first try: ${solved} of ${tried}` : ""),
    right: (/** @type {string} */ move, /** @type {string} */ reason) => `${move} is right. ${reason}`,
    wrong: (/** @type {string} */ move) => `Not ${move}; try again.`,
    answer: (/** @type {string} */ move, /** @type {string} */ reason) => `The answer was ${move}. ${reason}`,
  },
  setup: {
    title: "New game", start: "Start", game: "Game", own: "Custom", ownGame: "Custom game",
    width: "Width", height: "Height", wins: "To win", shapes: { line: "a line", square: "a square" }, size: "of",
    gravity: "Pieces fall", exact: "Longer lines do not win",
    who: "Players", whos: { computer: "You and the computer", friend: "Two people, one screen", watch: "Two computers" },
    groups: { levels: "Levels", strongest: "Strongest", documents: "From the documents", others: "Others" },
    howStrong: "How strong are you?", more: "All levels, engines and more",
    /** What one may answer, and the level that is an even match. @type {Record<string, {answer: string, level: number}>} */
    strengths: {
      new: { answer: "I have just learned it", level: 2 },
      casual: { answer: "I play now and then", level: 4 },
      regular: { answer: "I play often", level: 5 },
      club: { answer: "I play in a club", level: 7 },
      expert: { answer: "I hardly ever lose", level: 9 },
    },
    against: "Opponent", side: "You play", sides: { X: "First (X)", O: "Second (O)", "?": "Random" },
    adapts: { title: "Adaptive", about: "Adapts to your results: you win about half of your games" },
    opening: "Opening", openings: { "": "Free", swap2: "Swap2" },
    think: "Thinking time", usual: "default",
    pace: (/** @type {number | null} */ seconds) => (seconds === null ? "until solved" : `${seconds} s`),
    seconds: (/** @type {string} */ seconds) => `${seconds} s`,
    time: "Clock for each side", noClock: "No clock", minutes: (/** @type {string} */ minutes) => `${minutes} min`,
  },
  share: {
    title: "Share", link: "Link to this position", linkItself: "Link", copyLink: "Copy link",
    copy: "Copy", save: "Save", moves: "Moves", open: "Open", choose: "Choose a file …", text: "A game to open",
    reach: {
      machine: "This link works only on this computer. To open it on a phone or another computer in your network, start the page with: inarow web --lan",
      network: "This link works only in your network.",
      anywhere: "",
    },
    forms: "Paste moves (4453 or h8 i9), a link, JSON, SGF or SVG. You can also paste or drop a PNG.",
    copied: (/** @type {string} */ what) => `${what} copied.`,
    saved: (/** @type {string} */ what) => `${what} saved.`,
    kinds: { link: "a link", picture: "a picture", moves: "moves", record: "a record" },
    opened: (/** @type {string} */ what) => `Opened ${what}.`,
    copyByHand: "Copy the selected text.",
    savedInstead: "This browser cannot copy pictures, so it was saved instead.",
    largeFile: "this file is too large to be a game",
    largePicture: "this picture is too large to be a game",
    badPicture: "this picture cannot be read",
    noGame: "there is no game in this picture; only a PNG copied or saved here contains one, unless it was changed since",
    noCanvas: "this browser cannot draw pictures",
  },
  api: {
    required: "required", tryIt: "Try it", send: "Send", silent: "The server is not responding.",
    examples: (/** @type {string[]} */ examples) => `For example ${examples.join(", ")}.`,
    request: (/** @type {string} */ path) => `Request to ${path}`,
    response: (/** @type {string} */ path) => `Response of ${path}`,
  },
  notebook: {
    steps: { first: "To the start", back: "Back", forward: "Forward", last: "To the end" },
    scores: "Scores", again: "New game",
  },
};
