"""Running what a student wrote, and telling what went wrong in it, with its line."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from inspect import isfunction
from types import ModuleType
from typing import Any

from inarow.learn.feedback import Feedback
from inarow.rules.errors import InarowError

#: What the code is called where it came from no file, and the module that it becomes.
NO_FILE = "your code"
_MODULE = "inarow_student"


class CodeError(InarowError):
    """The student's code does not run; the line is the one to look at."""

    def __init__(self, text: str, line: int | None = None) -> None:
        super().__init__(text)
        self.line = line

    @property
    def feedback(self) -> Feedback:
        """The error as an answer."""
        return Feedback(False, str(self), self.line)


class Student:
    """A student's module, of which one function is asked for."""

    def __init__(self, source: str, entry: str, file: str = NO_FILE) -> None:
        self.file = file
        self.entry = entry
        self.module: ModuleType = run_source(source, file)
        if not callable(getattr(self.module, entry, None)):
            raise CodeError(f"there is no function called {entry}: write def {entry}(...)")

    @property
    def function(self) -> Callable[..., Any]:
        """The function that the exercise is about."""
        found: Callable[..., Any] = getattr(self.module, self.entry)
        return found

    @property
    def functions(self) -> dict[str, Callable[..., Any]]:
        """Every function that the student wrote, by name."""
        return {
            name: thing
            for name, thing in vars(self.module).items()
            if isfunction(thing) and thing.__module__ == self.module.__name__
        }

    def replace(self, functions: dict[str, Callable[..., Any]]) -> None:
        """Put functions in the place of the student's, for the student's own calls too."""
        vars(self.module).update(functions)

    def call(self, *arguments: Any) -> Any:
        """What the function gives; whatever it raises becomes an error with its line."""
        try:
            return self.function(*arguments)
        except CodeError:
            raise
        except RecursionError:
            raise CodeError(
                f"{self.entry} never stops calling itself: what should stop it at depth 0, or when "
                "the game is over?",
                self._line(sys.exc_info()[1]),
            ) from None
        except (Exception, SystemExit) as error:
            raise CodeError(_told(error), self._line(error)) from None

    def _line(self, error: BaseException | None) -> int | None:
        return None if error is None else _line_in(error, self.file)


def run_source(source: str, file: str = NO_FILE) -> ModuleType:
    """The module that a source becomes when it is run; errors come with their line."""
    module = ModuleType(_MODULE)
    module.__file__ = file
    # Dataclasses and the like look up the module that they are in.
    sys.modules[_MODULE] = module
    try:
        exec(compile(source, file, "exec"), module.__dict__)
    except SyntaxError as error:
        line = error.lineno if error.filename == file else None
        raise CodeError(f"Python cannot read this: {error.msg}", line) from None
    except (Exception, SystemExit) as error:
        raise CodeError(_told(error), _line_in(error, file)) from None
    return module


def _line_in(error: BaseException, file: str) -> int | None:
    """The last line of a file on the way to an error."""
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno for frame in reversed(frames) if frame.filename == file), None)


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
