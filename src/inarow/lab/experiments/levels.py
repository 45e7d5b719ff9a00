"""How people fare against the levels, and how far apart the levels are, measured by games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from statistics import mean

from inarow.lab.calibration import measure
from inarow.lab.experiments.experiment import Page, Workspace
from inarow.lab.experiments.figures import draw_estimates, dress, new_figure
from inarow.lab.people.best_response import least_score, policy_of
from inarow.lab.yardstick import KINDS, STRENGTHS, label_of, mind_digest
from inarow.match.ratings import RatingList
from inarow.match.records import GameRecord
from inarow.players.level_table import LEVELS, PEOPLE, STEEPEST, Estimate, table_for
from inarow.players.options import options_text
from inarow.players.people.mind import erring_mind
from inarow.rules.catalogue import CATALOGUE
from inarow.rules.side import Side
from inarow.words import GAMES

NAME = "levels"

#: The games of the documents, which are drawn.
_MAIN = ("connect4", "square", "gomoku")

#: The games that are gone through as a whole, and how often people are asked there what they play
#: on a board.
_SAMPLES = {"tictactoe": 1000, "connect3": 60}

#: What is wanted of the levels: above and below which score people begin and end.
_BEGINS, _ENDS = 0.9, 0.1


@dataclass(frozen=True, slots=True)
class Seen:
    """What the games with the levels of one game say."""

    ratings: RatingList
    games: int
    ties: int
    #: For each kind of people, the score against each level.
    people: Mapping[str, tuple[Estimate, ...]]
    #: What the highest level scores when it begins, and when it does not.
    best: tuple[float, float]
    #: What each kind of people scores at least, whoever plays against them; empty if not known.
    least: Mapping[str, float]


def run(workspace: Workspace) -> Page:
    """Play people against every level; draw and write."""
    found: dict[str, Seen] = {}
    for game, entry in CATALOGUE.items():
        fared = measure(workspace, game, table_for(entry.game))
        records = [record for games in fared.records.values() for record in games]
        ties = sum(record.winner is None for record in records)
        people = fared.estimates(map(label_of, LEVELS))
        best = _score_of_best(records, Side.X), _score_of_best(records, Side.O)
        least = _least_scores(workspace, game) if game in _SAMPLES else {}
        found[game] = Seen(fared.ratings(), len(records), ties, people, best, least)
    _figures(workspace, found)
    return _page(found)


def _score_of_best(records: Sequence[GameRecord], side: Side) -> float:
    best = label_of(LEVELS[-1])
    return mean(one.score_of(best) for one in records if one.spec.contestant(side).label == best)


def _least_scores(workspace: Workspace, game: str) -> dict[str, float]:
    """What each kind of people scores at least in a small game, whoever plays against them."""
    samples = workspace.count(_SAMPLES[game])
    findings = workspace.findings(NAME)

    def least(strength: float) -> dict[str, float]:
        policy = policy_of(erring_mind().at(strength), samples)
        return {"score": least_score(CATALOGUE[game].game, policy)}

    asked = f"{game}, {mind_digest(game)}, {samples} samples"
    return {
        kind: findings.get(f"{asked}, {kind}", partial(least, strength))["score"]
        for kind, strength in STRENGTHS.items()
    }


def _elos(ratings: RatingList) -> list[Estimate]:
    """How much each level is above the lowest, and the margin of that."""
    return [ratings.difference(label_of(level), label_of(LEVELS[0])) for level in LEVELS]


def _steps(ratings: RatingList) -> list[Estimate]:
    """How far each level is above the one before, and the margin of that."""
    return [
        ratings.difference(label_of(level), label_of(before)) for before, level in pairwise(LEVELS)
    ]


def _figures(workspace: Workspace, found: dict[str, Seen]) -> None:
    main = [game for game in _MAIN if game in found]
    with new_figure(workspace.pages, "levels-people", len(main), width=4, height=3.8) as (_, axes):
        for axis, game in zip(axes, main, strict=True):
            for number, (kind, scores) in enumerate(found[game].people.items()):
                points = [
                    (level + 0.05 * number, 100 * score, 100 * margin)
                    for level, (score, margin) in zip(LEVELS, scores, strict=True)
                ]
                draw_estimates(axis, number, kind, points)
            axis.set_xticks(list(LEVELS))
            axis.set_ylim(-2, 102)
            dress(axis, GAMES[game], "level", "score in %")
            axis.legend(fontsize=8)
    with new_figure(workspace.pages, "levels", width=7.5, height=4.8) as (_, (axis,)):
        for number, (game, measured) in enumerate(found.items()):
            elos = zip(LEVELS, _elos(measured.ratings), strict=True)
            points = [(level + 0.05 * number, *elo) for level, elo in elos]
            draw_estimates(axis, number, game, points)
        axis.set_xticks(list(LEVELS))
        dress(axis, "The levels of every game, with 95 % intervals", "level", "Elo above level 1")
        axis.legend(fontsize=8)


def _page(found: dict[str, Seen]) -> Page:
    page = Page(NAME, "The levels")
    page.say(
        "One scale for every game, from 1 (a child who has just learned it) to 10 (the strongest: "
        "the exact solver, or the engine on open boards). Levels 1 to 9 think like people "
        "([people.md](../people.md)): they look at some lines and overlook some things. A level is "
        "how many `positions` it thinks about, how likely it is to `overlook` a feature of the "
        "board, how often its attention fails altogether (`lapse`), how often it looks a second "
        "time, so that no win is missed or let pass (`careful`), and how often it finds the `best` "
        "move, which is level 10's."
    )
    page.say(
        "The yardstick is people: "
        + ", ".join(f"{kind} (`{player}`)" for kind, player in KINDS.items())
        + ", simulated by the same model. `inarow lab levels --calibrate` plays them against "
        "players from all over a dial of settings, from weakest to strongest, and draws a smooth "
        "curve through what they score; two more rounds are played where the levels seem to be. "
        "How far it is from one place on the dial to the next is how much the score of any kind of "
        "people falls there; the levels are equally far apart. The games below are new ones, with "
        "fresh openings and seeds, both sides of every opening. On small boards, levels that never "
        "look for the best move answer at once, so they play ten times as many games as the "
        "others. Level 10 searches a fixed number "
        "of nodes, so that the games can be repeated. On boards of up to 64 cells, wherever it "
        "knows no win, it plays up to some thousand games against a simulated person in its head "
        "and chooses, among the moves that give nothing away, what went best "
        "(`players/people/luring.py`)."
    )
    page.say(
        "Wanted is that everybody's score falls steadily, from above "
        f"{_BEGINS:.0%} to below {_ENDS:.0%}, by at most {100 * STEEPEST:.0f} points from one "
        "level to the next. A draw counts half. All intervals are 95%. Elo is above level 1, by "
        "the same games; *step* is how far a level is above the one before."
    )
    page.picture("levels-people", "Scores of simulated people against the levels")
    for game, seen in found.items():
        _say_game(page, game, seen)
    page.head("Elo")
    page.picture("levels", "Elo above level 1")
    page.head("What each level is made of")
    for game in found:
        table = table_for(CATALOGUE[game].game)
        rows = [[level, options_text(one)] for level, one in zip(PEOPLE, table, strict=True)]
        page.table([game, "settings"], rows)
    return page


def _say_game(page: Page, game: str, seen: Seen) -> None:
    page.head(GAMES[game])
    elos, steps = _elos(seen.ratings), _steps(seen.ratings)
    page.table(
        ["level", *(f"{kind}, %" for kind in KINDS), "Elo", "step"],
        [
            [
                level,
                *(_percent(seen.people[kind][number]) for kind in KINDS),
                _shown(elos[number]) if number else "0",
                _shown(steps[number - 1]) if number else "",
            ]
            for number, level in enumerate(LEVELS)
        ],
    )
    for kind in KINDS:
        page.say(f"- {kind}: {verdict(seen.people[kind])}")
    upwards = sum(step > 0 for step, _ in steps)
    sure = sum(step > margin for step, margin in steps)
    page.say(
        f"- Elo: {upwards} of {len(steps)} steps go up, {sure} of them beyond their margin. "
        f"{seen.games} games, {seen.ties / seen.games:.0%} of them ties."
    )
    first, second = seen.best
    page.say(f"- Level 10 scores {first:.0%} when it begins and {second:.0%} when it does not.")
    if seen.least:
        shares = [f"{score:.0%}" for score in seen.least.values()]
        page.say(
            "The best possible answer to these people would hold them to "
            f"{', '.join(shares[:-1])} and {shares[-1]}: this is what comes of going through the "
            "whole game, with each of their moves as likely as they play it and the worst for them "
            "in answer (`lab/people/best_response.py`)."
        )
    if note := _NOTES.get(game):
        page.say(note)


#: Why the wanted scores cannot all be had in a game.
_NOTES = {
    "tictactoe": "The board is too small for more: whoever plays any move at all still ties or "
    "wins now and then, so that nobody always wins against level 1; and with perfect play it is a "
    "tie, which people often find against level 10, whatever it plays.",
    "connect3": "The board is too small for more: whoever plays any move at all still wins now and "
    "then; and whoever begins wins with perfect play (`inarow solve --game connect3 1 2 3 4 5`), "
    "which people often find against level 10, however it lures them away from it.",
    "four": "The first player has a great advantage: as second player level 10 often sees after a "
    "few moves that it is lost, and wins only by what people overlook.",
    "square": "With perfect play this game is a tie ([solved.md](../solved.md)), and whoever "
    "blocks each three of a square at once seldom loses: in [document 003](square-levels.md) a "
    "person tied all 14 games with a search four or five moves deep. Level 10 wins only by what "
    "people overlook; but a game has only two or three threes to be blocked, and strong people "
    "miss few of them, so that their score does not fall to 10%.",
}


def verdict(scores: Sequence[Estimate]) -> str:
    """What is to be said of a kind of people's scores: where they begin and end, and any cliff.

    >>> verdict([(0.95, 0.02), (0.6, 0.05), (0.62, 0.05), (0.2, 0.03)])
    'from 95% to 20% (which is above 10%); the steepest step is 42 points, from level 3 to 4 \
(which is above 25); 1 step goes up.'
    """
    first, last = scores[0][0], scores[-1][0]
    steps = [before[0] - after[0] for before, after in pairwise(scores)]
    steepest = max(steps)
    number = steps.index(steepest) + 1
    rises = sum(step < 0 for step in steps)
    begins = "" if first > _BEGINS else f" (which is below {_BEGINS:.0%})"
    ends = "" if last < _ENDS else f" (which is above {_ENDS:.0%})"
    cliff = "" if steepest <= STEEPEST else f" (which is above {100 * STEEPEST:.0f})"
    ups = "" if not rises else f"; {rises} {'step goes' if rises == 1 else 'steps go'} up"
    return (
        f"from {first:.0%}{begins} to {last:.0%}{ends}; the steepest step is "
        f"{100 * steepest:.0f} points, from level {number} to {number + 1}{cliff}{ups}."
    )


def _percent(measured: Estimate) -> str:
    return f"{100 * measured[0]:.0f} ± {100 * measured[1]:.0f}"


def _shown(measured: Estimate) -> str:
    return f"{measured[0]:+.0f} ± {measured[1]:.0f}"
