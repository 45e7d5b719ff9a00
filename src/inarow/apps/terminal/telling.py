"""The words of the full-screen game's panel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from inarow.apps.terminal import cells
from inarow.apps.terminal.naming import KEYED_COLUMNS, MoveNames, PointEntry, sentence
from inarow.apps.terminal.session import Session
from inarow.rules.catalogue import CATALOGUE
from inarow.rules.game import Game
from inarow.rules.notation import move_text
from inarow.rules.side import Side
from inarow.search.analysis import Analysis

if TYPE_CHECKING:
    from inarow.study.explain.hint import Hint
    from inarow.study.records.record import Record
    from inarow.study.review.annotation import Annotation

#: How many moves the panel lists.
_MOVES_SHOWN = 24
_PIECES = "●○"


def title(game: Game) -> str:
    """The game's name and rules."""
    name = CATALOGUE[game.family].about.partition(":")[0] if game.family else "Your own game"
    return f"{name} {game.width}x{game.height}\n{sentence(f'{game.wins} wins')}"


def piece(side: Side) -> Text:
    """A side's piece on a patch of the board, so that it can be seen on any background."""
    return Text(f" {_PIECES[side]} ", Style(color=cells.PIECE_COLOURS[side], bgcolor=cells.HOLE))


def sides(session: Session) -> Text:
    """Who plays, and whose turn it is."""
    lines = Text()
    for side in Side:
        has_turn = session.result is None and session.board.turn is side
        lines += piece(side)
        lines.append(f" {side} {session.full_name(side)}", "bold" if has_turn else "")
        lines.append(" ◀\n" if has_turn else "\n")
    lines.right_crop(1)
    return lines


def turn(session: Session, names: MoveNames) -> str:
    """Whose turn it is, and what to do about it."""
    who = session.mover_name
    if session.to_move is not None:
        return f"{who} to move."
    whose = "Your turn" if who == "You" else f"{who}'s turn"
    if names.game.gravity and names.game.width <= KEYED_COLUMNS:
        return f"{whose}: press {names.keys} or click a column."
    if session.opening is not None:
        stone = "black" if session.board.turn is Side.X else "white"
        return f"Swap2. {whose}: place a {stone} stone."
    typed = "type a point (h8), " if not names.game.gravity else ""
    return f"{whose}: {typed}move with the arrows and press Enter, or click a {names.place}."


def thinker(session: Session) -> str:
    """Who is thinking about what."""
    if session.to_move is None:
        return "Looking for a hint ..."
    return f"{session.mover_name} is thinking ..."


def result(session: Session) -> str:
    """How the game ended."""
    ending = session.result
    assert ending is not None
    if ending.winner is None:
        return "It's a draw!"
    winner, loser = session.name(ending.winner), session.name(ending.winner.other)
    if loser == "You":
        return (
            f"You resigned. {winner} wins."
            if ending.by_resignation
            else f"You lost: {winner} wins."
        )
    wins = "You win!" if winner == "You" else f"{winner} wins!"
    return f"{loser} resigned. {wins}" if ending.by_resignation else wins


def thought(heading: str, analysis: Analysis, names: MoveNames) -> Text:
    """What a search found, and its effort; of a player who thinks like a person, how it felt."""
    from inarow.players.people.thought import BY as PERSON

    if analysis.by == PERSON and not analysis.lines:
        return Text()
    text = Text(f"{heading}\n", "bold")
    best = "" if analysis.best is None else f"best {names.text(analysis.best)}, "
    details = [
        f"{best}score {analysis.score}",
        f"depth {analysis.depth}, {analysis.nodes:,} nodes",
        f"{analysis.cutoffs:,} cut-offs, {analysis.time:.3f} s",
    ]
    if analysis.by == PERSON:
        details = [
            f"{best}{analysis.score.win_probability:.0%} to win",
            f"looked {analysis.depth} move{'s' * (analysis.depth != 1)} ahead",
        ]
    if len(analysis.pv) > 1:
        details.append(_line(analysis, names))
    text.append("\n".join(details), "not bold")
    return text


def advice(hint: Hint, names: MoveNames) -> Text:
    """The best move, why it is best, and how the game may continue."""
    text = Text("Hint\n", "bold")
    details = [names.advice(hint.move, hint.reason.text)]
    if len(hint.analysis.pv) > 1:
        details.append(_line(hint.analysis, names))
    text.append("\n".join(details), "not bold")
    return text


def _line(analysis: Analysis, names: MoveNames) -> str:
    return "line " + " ".join(names.text(move) for move in analysis.pv[:8])


def moves(session: Session, names: MoveNames) -> str:
    """The latest moves."""
    played = session.board.moves
    if not played:
        return ""
    shown = played[-_MOVES_SHOWN:]
    dots = "" if len(shown) == len(played) else "... "
    return f"Moves {dots}" + " ".join(names.text(move) for move in shown)


def noted(record: Record, note: Annotation) -> Text:
    """A move of a game that is over: who played it, its grade, and why."""
    from inarow.study.explain.phrases import People

    who = People.of(record).names[note.side]
    move = f"Move {note.number} of {len(record.moves)}: {who} played "
    text = Text(f"{move}{move_text(record.game, note.move)}\n", "bold")
    text.append(f"{note.verdict.grade.value.capitalize()}. {note.reason.text}", "not bold")
    return text


def doubled(key: str, names: MoveNames) -> str:
    """What to press for a command whose letter may be a column, too."""
    return key * 2 if PointEntry(names.game).is_column(key) else key


def help_text(names: MoveNames) -> str:
    """What the game is and what the keys do."""
    place = "h8             type a point to play there\n"
    place += "arrows, Enter  choose a point and play there"
    if names.game.gravity:
        place = "← → Enter      choose a column and play there"
        if names.game.width <= KEYED_COLUMNS:
            place = f"{names.keys:14} drop a {names.piece} into that column\n{place}"
    return "\n".join(
        (
            f"{sentence(names.game.describe())} X (●) moves first.",
            "",
            place,
            f"mouse          click a {names.place}",
            "u              take back your last move",
            f"{doubled('h', names):14} hint: the best move, and why",
            f"{doubled('r', names):14} resign",
            f"{doubled('n', names):14} new game: which game, against whom, which side",
            "v              after the game: where it was decided (← → step)",
            f"{doubled('p', names):14} pause a game between two computers",
            f"{doubled('t', names):14} light or dark theme",
            "?              this help",
            f"{doubled('q', names):14} quit",
            "",
            "◆ hint   • last move   ★ winning pieces",
            "Scores are for the player who moves; higher is better.",
        )
    )
