/** What the course and its workbench say to people; it is loaded with them. */

/** @param {number} count @param {string} one */
const counted = (count, one) => `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;

export const words = {
  course: {
    title: "The course", contents: "Contents", next: "Next", back: "Back", print: "Print", projector: "Projector size",
    intro: [
      "How programs play games, in twelve short chapters. You need some Python, but no game theory. Watch every idea run, and write the important parts yourself, right here on the page.",
      "The course follows five students’ papers, called documents 000 to 004, and you can play against their programs. After chapter 7, about an afternoon’s work, your own search beats one of them.",
    ],
    chapter: (/** @type {number} */ number, /** @type {string} */ title) => `${number}. ${title}`,
    exercise: (/** @type {string} */ title) => `Exercise: ${title}`,
    passed: "passed", open: "Open the exercise",
    progress: (/** @type {number} */ passed, /** @type {number} */ all) => `${passed} of ${counted(all, "exercise")} passed. Progress is kept in this browser only.`,
    asText: "The same as text", run: "Run", running: "Starting Python …", working: "Calculating …", nothing: "It ran without printing anything.",
  },
  board: {
    again: "Start again", over: "The game is over.",
    toMove: (/** @type {string} */ side) => `${side} to move`,
    won: (/** @type {string} */ side) => `${side} has won.`, draw: "A draw.",
    thinking: (/** @type {string} */ name) => `${name} is thinking …`,
    turn: (/** @type {string} */ side, /** @type {string} */ name) => `You play ${side} against ${name}.`,
  },
  tree: {
    hint: "Squares: X to move. Circles: O to move. Drag to move the tree, and select a node to see its window and value.",
    item: (/** @type {string} */ move, /** @type {string} */ told) => (move ? `After ${move}: ${told}` : told),
  },
  quiz: { answer: "Answer", right: "Right.", wrong: "Not quite.", show: "Show the search" },
  chart: {
    name: (/** @type {string[]} */ searches) => `Nodes against depth for ${searches.join(", ")}; the table has the numbers`,
    depth: "Depth", nodes: "Nodes", choose: "Searches",
  },
  match: {
    between: (/** @type {PairsInfo} */ { first, second }) => `${first} against ${second}`,
    play: "Play the match", stop: "Stop", again: "Play it again",
    elo: (/** @type {PairsInfo} */ { elo, low, high }) => (elo === null || low === null || high === null
      ? "Elo difference: not known yet" : `Elo difference ${Math.round(elo)}, between ${Math.round(low)} and ${Math.round(high)}`),
    test: (/** @type {PairsInfo} */ { llr, llr_low, llr_high }) => `Log-likelihood ratio ${llr.toFixed(2)}; the test ends at ${llr_low.toFixed(2)} or ${llr_high.toFixed(2)}`,
  },
  workbench: {
    title: "Workbench", editor: "Your code in Python; Escape then Tab leaves the editor", sandbox: "Student code",
    free: "Write def choose(board), def evaluate(board, side) or a search with board and depth.",
    check: "Check", run: "Run", stop: "Stop", play: "Play against it", match: "Match", against: "Match against", game: "Game",
    tree: "Show its tree", depth: "Depth", moves: "Position (moves)", movesHint: "empty board", share: "Share", save: "Save as a file", open: "Open a file …",
    reset: "Start over", reallyReset: "Replace your code with the original starting code?", file: "my_player.py",
    passed: "Passed.", refused: "Not yet.", starting: "Starting Python; the first time takes a few seconds …", busy: "Running …",
    stopped: "stopped",
    tooLong: (/** @type {number} */ seconds) => `it took longer than ${seconds} seconds and was stopped; does a loop never end?`,
    broken: (/** @type {string} */ failure) => {
      const last = failure.trim().split("\n").at(-1) ?? "";
      return last.includes("MemoryError") ? "it used too much memory and was stopped" : `Python failed: ${last}`;
    },
    missing: (/** @type {string} */ path) => `${path} cannot be loaded`,
    line: (/** @type {number} */ line, /** @type {string} */ sentence) => `Line ${line}: ${sentence}`,
    shared: "This code came with a link and has not run yet. Read it first.", keep: "Keep this code", mine: "Back to my own code",
    copied: "Link copied. It contains your code; people who open it see the code before anything runs.",
    copyByHand: "Copy this link; it contains your code:",
    tooLarge: "this file is too large to be a player",
    saved: "Saved. Try it: inarow match my_player.py:choose discount",
    yours: "Your tree", ours: "The correct tree", printed: "Printed", ladder: "Ladder", scores: "Best scores so far",
    columns: ["Opponent", "Points", "Needed", "Elo difference", ""],
    points: (/** @type {RungInfo} */ { points, wins, draws, losses }) => `${points} of ${wins + draws + losses}`,
    result: (/** @type {RungInfo} */ { opponent, wins, draws, losses, elo }) =>
      `Against ${opponent}: ${wins} won, ${draws} drawn, ${losses} lost. Elo difference ${elo}.`,
  },
};
