/** What can be asked, one function a question. */

import { backend } from "../backend/backend.js";
import { OWN, own } from "./own.js";
import { reviewOf } from "./results.js";

/** @import { Review } from "./results.js" */

/** @typedef {{game: string, start?: string, moves?: string}} Position as it is asked about */

/** @returns {Promise<GameInfo[]>} */
export const askGames = () => backend.ask("games");

/** Who can play a game. @param {string} game @param {AbortSignal} [signal] @returns {Promise<PlayerInfo[]>} */
export const askPlayers = (game, signal) => backend.ask("players", { game }, signal);

/** What the rules say about a position. @param {Position} position @param {AbortSignal} signal @returns {Promise<PositionInfo>} */
export const askPosition = (position, signal) => backend.ask("position", position, signal);

/** A player's move. @param {Position & {player: string, limit: {seconds?: number}, pace?: boolean}} request @param {AbortSignal} signal @returns {Promise<ChoiceInfo>} */
export const askMove = (request, signal) => (request.player === OWN ? own.choose(request) : backend.ask("move", request, signal));

/** A good move and why. @param {Position & {players: Record<Side, string>}} request @param {AbortSignal} signal @returns {Promise<HintInfo>} */
export const askHint = (request, signal) => backend.ask("hint", request, signal);

/** A verdict on every move. @param {Position & {players: Record<Side, string>, winner: Side | null, unseen: UnseenInfo[]}} request @param {AbortSignal} signal @returns {Promise<Review>} */
export const askReview = async (request, signal) => reviewOf(await backend.ask("review", request, signal));

/** Is there a win by threats? @param {Position & {players: Record<Side, string>}} request @param {AbortSignal} signal @returns {Promise<ThreatWinInfo>} */
export const askThreats = (request, signal) => backend.ask("threats", request, signal);

/** A computer's part of an opening by swap2. @param {Position} position @param {AbortSignal} signal @returns {Promise<Swap2Info>} */
export const askSwap2 = (position, signal) => backend.ask("swap2", position, signal);

/** The level that fits a person's results. @param {AdaptRequest} request @param {AbortSignal} [signal] @returns {Promise<AdaptInfo>} */
export const askAdapt = (request, signal) => backend.ask("adapt", request, signal);

/** The searches whose trees can be drawn. @returns {Promise<SearchInfo[]>} */
export const askSearches = () => backend.ask("searches");

/** A search as it walked. @param {Position & {search: string, depth: number}} request @param {AbortSignal} signal @returns {Promise<TraceInfo>} */
export const askTree = (request, signal) => backend.ask("tree", request, signal);

/** What every search costs. @param {Position & {depth: number}} request @param {AbortSignal} signal @returns {Promise<ComparisonInfo[]>} */
export const askComparison = (request, signal) => backend.ask("compare", request, signal);

/** The chapters of the course. @returns {Promise<ContentsInfo>} */
export const askContents = () => backend.ask("contents");

/** @param {string} chapter @returns {Promise<ChapterInfo>} */
export const askChapter = (chapter) => backend.ask("chapter", { chapter });

/** What a live block shows. @param {string} chapter @param {number} block @returns {Promise<LiveInfo>} */
export const askLive = (chapter, block) => backend.ask("live", { chapter, block });

/** One more pair of games of a chapter's match. @param {PairsRequest} request @param {AbortSignal} signal @returns {Promise<PairsInfo>} */
export const askPairs = (request, signal) => backend.ask("pairs", request, signal);

/** @param {string} exercise @returns {Promise<ExerciseInfo>} */
export const askExercise = (exercise) => backend.ask("exercise", { exercise });

/** What the editor completes. @returns {Promise<NamesInfo>} */
export const askNames = () => backend.ask("names");

/** @param {{game: string, level: number, seed: number} | {game: string, moves: string}} wanted @param {AbortSignal} signal @returns {Promise<TaskInfo>} */
export const askPuzzle = (wanted, signal) => backend.ask("puzzle", wanted, signal);

/** Find the game in a text. @param {{text: string, game: string}} request @param {AbortSignal} signal @returns {Promise<OpenedInfo>} */
export const askToOpen = (request, signal) => backend.ask("open", request, signal);

/** A game as text. @param {Position} position @param {string} format @returns {Promise<string>} */
export const askRecord = async (position, format) => (await backend.ask("export", { ...position, format })).text;

/** A position as SVG. @param {Position} position @returns {Promise<string>} */
export const askPicture = (position) => backend.ask("picture", position);
