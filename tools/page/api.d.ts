/** What the server answers, for the type checker; `inarow.apps.web.schemas` is the original. */

type Side = "X" | "O";

interface GameInfo {
  text: string;
  family: string;
  title: string;
  about: string;
  rules: string;
  width: number;
  height: number;
  gravity: boolean;
  shape: string;
  size: number;
  exact: boolean;
  columns: string[];
  analyst: string;
}

interface PlayerInfo {
  name: string;
  title: string;
  about: string;
  group: string;
  default: boolean;
  pace: string;
}

interface MoveInfo {
  move: string;
  cell: number;
}

interface PositionInfo {
  game: GameInfo;
  start: string;
  set_up: number[][];
  moves: MoveInfo[];
  moves_text: string;
  turn: Side;
  legal: MoveInfo[];
  outcome: { winner: Side | null; cells: number[]; text: string } | null;
  text: string;
}

interface ScoreInfo {
  kind: "win" | "draw" | "loss" | "heuristic";
  text: string;
  plies: number | null;
  value: number | null;
  meter: number;
}

interface LineInfo {
  move: string;
  score: ScoreInfo;
  line: MoveInfo[];
}

interface AnalysisInfo {
  by: string;
  lines: LineInfo[];
  depth: number;
  nodes: number;
  seconds: number;
  speed: number;
  complete: boolean;
  note: string;
}

interface ChoiceInfo {
  move: string;
  thought: string;
  position: PositionInfo;
}

interface HintInfo {
  move: string;
  cell: number;
  reason: string;
  score: ScoreInfo;
}

interface OpenedInfo {
  kind: string;
  position: PositionInfo;
}

interface StatusInfo {
  version: string;
}

interface Verdict {
  index: number;
  move: string;
  verdict: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
  change: string;
  reason: string;
  best: string;
}

interface ReviewInfo {
  by: string;
  meters: (number | null)[];
  moves: Verdict[];
}

interface SearchInfo {
  name: string;
  about: string;
}

interface TreeNode {
  number: number;
  parent: number | null;
  move: string | null;
  cell: number;
  turn: Side;
  alpha: number | null;
  beta: number | null;
  value: number | null;
  meaning: string;
  end: "unfinished" | "leaf" | "all tried" | "cut off" | "from table" | "settled";
  cut_by: string | null;
  pruned: string[];
  best: boolean;
}

interface TreeInfo {
  search: string;
  best: string;
  score: ScoreInfo;
  nodes: number;
  evaluations: number;
  cutoffs: number;
  whole: boolean;
  tree: TreeNode[];
}

interface ComparedInfo {
  search: string;
  nodes: number;
  evaluations: number;
  cutoffs: number;
  complete: boolean;
}

interface PuzzleInfo {
  task: string;
  moves: string;
  position: PositionInfo;
  solutions: string[];
  reason: string;
}
