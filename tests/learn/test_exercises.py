"""Every exercise: right answers pass, typical wrong ones are refused with their fault named."""

from __future__ import annotations

import pytest

from inarow.learn.check import check
from inarow.learn.exercises.exercise import EXERCISES


@pytest.mark.parametrize("name", EXERCISES)
def test_the_solution_passes(name: str) -> None:
    feedback = check(name, EXERCISES[name].solution)
    assert feedback.passed, feedback.text


@pytest.mark.parametrize("name", EXERCISES)
def test_at_least_three_mistakes_are_refused_with_their_fault(name: str) -> None:
    mistakes = EXERCISES[name].mistakes
    assert len(mistakes) >= 3
    for mistake in mistakes:
        feedback = check(name, mistake.source)
        assert not feedback.passed
        assert feedback.text.startswith(mistake.sentence), feedback.text


@pytest.mark.parametrize("name", EXERCISES)
def test_the_starter_runs_but_does_not_pass(name: str) -> None:
    feedback = check(name, EXERCISES[name].starter)
    assert not feedback.passed
    assert feedback.line is None, feedback.text
