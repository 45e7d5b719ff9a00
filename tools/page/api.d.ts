/** What goes to the server and comes from it; `python tools/page/api_types.py` writes this. */

type Side = PositionInfo["turn"];

interface AdaptInfo {
  known: KnownInfo;
  level: number;
  text: string;
}

interface AdaptRequest {
  game?: string;
  known?: KnownRequest | null;
  result?: ResultRequest | null;
}

interface AnalysisInfo {
  wire: number;
  game: string;
  position: string;
  turn: "X" | "O";
  by: string;
  score: ScoreInfo;
  lines: LineInfo[];
  depth: number;
  nodes: number;
  evaluations: number;
  cutoffs: number;
  seconds: number;
  complete: boolean;
  exact: boolean;
}

interface AnalysisRequest {
  game?: string;
  moves?: string;
  start?: string;
  limit?: LimitRequest;
}

interface AnnotationInfo {
  number: number;
  side: "X" | "O";
  move: string;
  best: string;
  best_score: ScoreInfo;
  score: ScoreInfo;
  line: string[];
  grade: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
  change: "keeps-win" | "delays-win" | "win-to-draw" | "win-to-loss" | "keeps-draw" | "draw-to-loss" | "holds-out" | "shortens-loss" | "loses-at-once" | null;
  loss: number;
  reason: ReasonInfo;
  expectation: number;
}

interface BlockInfo {
  kind: "prose" | "code" | "board" | "tree" | "chart" | "values" | "quiz" | "match" | "exercise";
  html: string;
  code: string;
  exercise: string | null;
}

interface BlockRequest {
  chapter: string;
  block: number;
}

interface ChapterInfo {
  wire: number;
  name: string;
  number: number;
  title: string;
  blocks: BlockInfo[];
  exercises: string[];
}

interface ChapterRequest {
  chapter: string;
}

interface ChoiceInfo {
  move: string;
  thought: AnalysisInfo | null;
  position: PositionInfo;
  unseen: UnseenInfo[];
  seconds: number | null;
}

interface CommentInfo {
  number: number;
  text: string;
}

interface CompareRequest {
  game?: string;
  moves?: string;
  start?: string;
  depth?: number;
}

interface ComparisonInfo {
  wire: number;
  search: string;
  depth: number;
  nodes: number;
  evaluations: number;
  cutoffs: number;
  seconds: number;
  score: ScoreInfo;
  complete: boolean;
  effective_branching: number;
  worst: number;
  best: number;
  exponent: number;
}

interface ContentsEntryInfo {
  name: string;
  number: number;
  title: string;
  exercises: Partial<Record<string, string>>;
}

interface ContentsInfo {
  wire: number;
  chapters: ContentsEntryInfo[];
}

interface ErrorInfo {
  error: string;
}

interface ExerciseInfo {
  wire: number;
  name: string;
  title: string;
  chapter: string;
  entry: string;
  html: string;
  starter: string;
  plays: boolean;
}

interface ExerciseRequest {
  exercise: string;
}

interface ExportInfo {
  text: string;
}

interface ExportRequest {
  game?: string;
  moves?: string;
  start?: string;
  format: "json" | "sgf";
}

interface FeedbackInfo {
  wire: number;
  exercise: string;
  passed: boolean;
  text: string;
  line: number | null;
  position: PositionInfo | null;
  yours: TraceInfo | null;
  ours: TraceInfo | null;
  rungs: RungInfo[];
}

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
  engine: string;
}

interface HintInfo {
  wire: number;
  game: string;
  position: string;
  turn: "X" | "O";
  move: string;
  cell: number;
  reason: ReasonInfo;
  analysis: AnalysisInfo;
}

interface HintRequest {
  game?: string;
  moves?: string;
  start?: string;
  players?: PeopleRequest;
}

interface KnownInfo {
  skill: number;
  games: number;
  results: ResultInfo[];
}

interface KnownRequest {
  skill: number;
  games: number;
  results: ResultRequest[];
}

interface LimitRequest {
  seconds?: number | null;
  nodes?: number | null;
  depth?: number | null;
}

interface LineInfo {
  score: ScoreInfo;
  moves: MoveInfo[];
}

interface LiveInfo {
  wire: number;
  kind: "prose" | "code" | "board" | "tree" | "chart" | "values" | "quiz" | "match" | "exercise";
  text: string;
  position: PositionInfo | null;
  opponent: string | null;
  opponent_title: string | null;
  trace: TraceInfo | null;
  rows: ComparisonInfo[];
  table: string[][];
  quiz: QuizInfo | null;
  match: PairsInfo | null;
}

interface MoveInfo {
  move: string;
  cell: number;
}

interface MoveRequest {
  game?: string;
  moves?: string;
  start?: string;
  limit?: LimitRequest;
  player: string;
  seed?: number | null;
  pace?: boolean;
}

interface NameInfo {
  name: string;
  kind: "class" | "function" | "method" | "property" | "constant";
  signature: string;
  about: string;
}

interface NamesInfo {
  globals: NameInfo[];
  members: Partial<Record<string, NameInfo[]>>;
  variables: Partial<Record<string, string>>;
}

interface NodeInfo {
  number: number;
  parent: number | null;
  moves: string[];
  cell: number | null;
  depth: number;
  turn: "X" | "O";
  view: "X" | "O";
  alpha: number | null;
  beta: number | null;
  value: number | null;
  meaning: "exact" | "lower" | "upper" | "unknown";
  end: "unfinished" | "leaf" | "all-tried" | "cut-off" | "from-table" | "settled";
  cut_by: "alpha" | "beta" | null;
  pruned: string[];
  unrecorded: string[];
  best: boolean;
}

interface OpenedInfo {
  kind: "link" | "picture" | "moves" | "record";
  position: PositionInfo;
}

interface OutcomeInfo {
  winner: "X" | "O" | null;
  cells: number[];
}

interface PairsInfo {
  first: string;
  second: string;
  wins: number;
  draws: number;
  losses: number;
  pairs: number[];
  score: number;
  elo: number | null;
  low: number | null;
  high: number | null;
  llr: number;
  llr_low: number;
  llr_high: number;
  over: boolean;
  text: string;
}

interface PairsRequest {
  chapter: string;
  block: number;
  wins: number;
  draws: number;
  losses: number;
  pairs: number[];
}

interface PasteRequest {
  text: string;
  game?: string;
}

interface PeopleRequest {
  X?: string;
  O?: string;
}

interface PlayerInfo {
  name: string;
  title: string;
  about: string;
  group: "levels" | "strongest" | "documents" | "others";
  default: boolean;
  timed: boolean;
  seconds: number | null;
}

interface PositionInfo {
  game: GameInfo;
  start: string;
  set_up: number[][];
  moves: MoveInfo[];
  moves_text: string;
  turn: "X" | "O";
  legal: MoveInfo[];
  outcome: OutcomeInfo | null;
  text: string;
}

interface PositionRequest {
  game?: string;
  moves?: string;
  start?: string;
}

interface PuzzleInfo {
  wire: number;
  game: string;
  moves: string[];
  position: string;
  turn: "X" | "O";
  task: "win" | "save";
  solution: string;
  score: ScoreInfo;
  length: number;
  fails_to_depth: number;
  grade: number;
  reason: string;
  proof: "solved" | "fours";
}

interface PuzzleRequest {
  game?: string;
  moves?: string;
  level?: number;
  seed?: number;
}

interface QuizInfo {
  question: string;
  choices: string[];
  answer: number;
  why: string;
  table: string[][];
}

interface ReasonInfo {
  text: string;
  motif: string | null;
  cells: number[];
}

interface RecordInfo {
  wire: number;
  format: string;
  game: string;
  players: Partial<Record<"X" | "O", string>>;
  start: string;
  moves: string[];
  result: "X" | "O" | "draw" | "unfinished";
  unseen: UnseenInfo[];
  comments: CommentInfo[];
  annotations: AnnotationInfo[];
  opening?: "" | "swap2" | "swap2-adding";
}

interface ResultInfo {
  level: number;
  score: number;
}

interface ResultRequest {
  level: number;
  score: number;
}

interface ReviewInfo {
  wire: number;
  record: RecordInfo;
  by: string;
  curve: (number | null)[];
  sides: Partial<Record<"X" | "O", SideReviewInfo>>;
  turning: TurningInfo | null;
  opens_at: number | null;
}

interface ReviewRequest {
  game?: string;
  moves?: string;
  start?: string;
  players?: PeopleRequest;
  winner?: "X" | "O" | null;
  unseen?: UnseenRequest[] | null;
}

interface RungInfo {
  opponent: string;
  games: number;
  needed: number;
  wins: number;
  draws: number;
  losses: number;
  points: number;
  elo: string;
  passed: boolean;
}

interface ScoreInfo {
  kind: "win" | "draw" | "loss" | "heuristic";
  plies: number | null;
  value: number | null;
  scale: number | null;
  win_probability: number;
}

interface SearchInfo {
  name: string;
  about: string;
}

interface SideReviewInfo {
  accuracy: number;
  grades: Partial<Record<"best" | "good" | "inaccuracy" | "mistake" | "blunder", number>>;
}

interface StatusInfo {
  version: string;
}

interface Swap2Info {
  stones: MoveInfo[];
}

interface TaskInfo {
  puzzle: PuzzleInfo;
  position: PositionInfo;
  question: string;
}

interface ThreatWinInfo {
  wire: number;
  game: string;
  position: string;
  turn: "X" | "O";
  answer: "fours" | "threats" | "not-by-fours" | "not-found";
  text: string;
  line: string[];
  defences: Partial<Record<string, string[]>> | null;
}

interface TraceInfo {
  wire: number;
  game: string;
  position: string;
  turn: "X" | "O";
  algorithm: string;
  analysis: AnalysisInfo;
  whole: boolean;
  nodes: NodeInfo[];
}

interface TreeRequest {
  game?: string;
  moves?: string;
  start?: string;
  depth?: number;
  search: string;
}

interface TurningInfo {
  text: string;
  number: number | null;
}

interface UnseenInfo {
  number: number;
  side: "X" | "O";
  cells: number[];
  pieces: number;
  way: string;
}

interface UnseenRequest {
  number: number;
  side: "X" | "O";
  cells: number[];
  pieces: number;
  way: string;
}
