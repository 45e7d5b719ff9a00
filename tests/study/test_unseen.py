"""What people-like players did not see: kept with the game, and told where it matters."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest

from inarow.apps.terminal.session import Session
from inarow.apps.web import lessons, requests, services
from inarow.players.oversight import Oversight
from inarow.players.player import Choice
from inarow.players.roster import player
from inarow.rules.board import Board
from inarow.rules.side import Side
from inarow.search.limit import Limit
from inarow.search.stopping import StopSignal
from inarow.study.records.record import Record, RecordError, Unseen
from inarow.study.review.review import review
from inarow.wire.read import record_from_text
from inarow.wire.write import record_info, record_text

LIMIT = Limit(nodes=200_000)

#: X has three in the bottom row, and O does not stop the fourth.
RECORD = Record.of(Board("connect4", "1122334"), ("You", "level-3"))
ROW = Oversight(Side.X, (0, 1, 2, 3), 3, "horizontal")
ELSEWHERE = Oversight(Side.X, (37, 38, 39, 40), 2, "horizontal")


def _told(*unseen: Oversight) -> tuple[str, str]:
    """The reason of O's blunder and the turning point, where these were not seen at it."""
    record = replace(RECORD, unseen=tuple(Unseen(6, one) for one in unseen))
    reviewed = review(record, LIMIT)
    assert reviewed.turning_point is not None
    return reviewed.record.annotations[5].reason.text, reviewed.turning_point.text


def test_a_review_says_what_was_not_seen_and_only_what_matters() -> None:
    reason, turning = _told(ELSEWHERE, ROW)
    assert reason.endswith(" Ben did not see your horizontal three.")
    assert turning.endswith(" Ben did not see your horizontal three.")
    assert all("did not see" not in text for text in (*_told(ELSEWHERE), *_told()))
    assert _told(Oversight(Side.O))[0].endswith(" Ben moved without thinking.")


def test_a_good_move_is_not_explained_by_what_was_not_seen() -> None:
    record = replace(RECORD, unseen=(Unseen(7, Oversight(Side.O, (3, 10, 17, 24), 1, "vertical")),))
    assert "did not see" not in review(record, LIMIT).record.annotations[6].reason.text


def test_a_record_carries_what_was_not_seen() -> None:
    record = replace(RECORD, unseen=(Unseen(6, ROW), Unseen(6, Oversight(Side.O))))
    text = record_text(record_info(record))
    assert record_from_text(text) == record
    assert "unseen" not in record_text(record_info(RECORD))
    plain = record_text(record_info(RECORD))
    for bad in ('"unseen": 4', '"unseen": [{}]', '"unseen": [{"number": 1, "side": "Z"}]'):
        with pytest.raises(RecordError, match="unseen"):
            record_from_text(plain.replace('"players"', f'{bad}, "players"'))


def test_a_session_keeps_it_and_forgets_it_with_the_moves() -> None:
    session = Session(Board("connect4"), (None, player("level-3")))
    session.play(0)
    session.play_choice(Choice(0, None, (ROW,)))
    assert session.record().unseen == (Unseen(2, ROW),)
    assert Session.resumed(session.record(), session.seats).record().unseen == (Unseen(2, ROW),)
    session.undo()
    assert session.record().unseen == ()


def test_the_page_gets_it_with_the_move_and_gives_it_back_for_the_review() -> None:
    blind = requests.MoveRequest(player="level-1", seed=3, pace=True)
    choices = [
        services.move(replace(blind, moves="112233"[:5], seed=seed), StopSignal())
        for seed in range(6)
    ]
    assert any(choice.unseen for choice in choices)
    assert all(choice.seconds is not None and choice.seconds <= 4 for choice in choices)
    found = next(choice for choice in choices if choice.unseen and choice.move != "4")
    unseen = [requests.UnseenRequest(**asdict(one)) for one in found.unseen]
    asked = requests.ReviewRequest(
        moves=f"11223{found.move}4", players=requests.PeopleRequest(X="You", O="Pip"), unseen=unseen
    )
    told = lessons.review(asked, StopSignal()).record
    assert [one.number for one in told.unseen] == [6] * len(unseen)
