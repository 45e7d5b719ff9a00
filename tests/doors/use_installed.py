"""Uses an installed inarow as a newcomer would: `python use_installed.py INAROW HOME`.

Needs nothing but Python, so that any interpreter's installation can be tried with it. Whatever does
not work is an AssertionError.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import Request, urlopen


def use(inarow: str, home: Path, environment: dict[str, str]) -> None:
    """Play, solve from the book, look at the page and let it move, all from another folder."""

    def run(*arguments: str, say: str = "") -> str:
        done = subprocess.run(
            [inarow, *arguments], input=say, cwd=home, env=environment, capture_output=True,
            text=True, timeout=300, check=False,
        )  # fmt: skip
        assert done.returncode == 0, (arguments, done.stdout, done.stderr)
        return done.stdout

    assert run("--version").startswith("inarow ")
    game = run("play", "--plain", "--level", "1", "--seed", "1", say="4\n4\nquit\n")
    assert game.count("X") > 2 and game.count("O") > 2, game
    # Without the book this takes minutes.
    assert run("solve", "1", "--book") == "1 2\n"
    assert json.loads(run("solve", "--json", "44444326555533"))["points"] == -2
    assert "win in 2" in run("analyse", "--game", "gomoku", "h8 a1 i8 a3 j8 a5")
    kept = [path for path in home.rglob("*.o") if path.is_file()]
    assert kept, f"no machine code was kept in {home}"
    use_page(inarow, home, environment)


def use_page(inarow: str, home: Path, environment: dict[str, str]) -> None:
    """Fetch the page and everything that it loads, and ask for a move."""
    with subprocess.Popen(
        [inarow, "web", "--no-browser", "--port", "0"], cwd=home, env=environment,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    ) as server:  # fmt: skip
        try:
            assert server.stdout is not None
            said = ""
            while (found := re.search(r"http://[\d.]+:\d+", said)) is None:
                line = server.stdout.readline()
                assert line, said
                said += line
            page = found[0]
            fetched = _fetch_all(page, "/")
            assert any(path.endswith(".js") for path in fetched)
            assert any(path.endswith(".css") for path in fetched)
            asked = json.dumps({"moves": "44", "player": "level-1"}).encode()
            headers = {"Content-Type": "application/json", "Origin": page}
            with urlopen(Request(f"{page}/api/move", asked, headers), timeout=120) as answer:
                assert json.load(answer)["position"]["moves_text"].startswith("44")
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(30)


def _fetch_all(page: str, path: str, seen: set[str] | None = None) -> set[str]:
    """Fetch a file of the page and, following its links and imports, all others."""
    seen = set() if seen is None else seen
    seen.add(path)
    with urlopen(page + path, timeout=30) as answer:
        assert answer.status == 200, path
        text = re.sub(r"/\*.*?\*/", "", answer.read().decode(errors="replace"), flags=re.DOTALL)
    quoted = r"""(?:href|src|from|import)[=\s(]*["']([\w./-]+\.(?:js|css|svg|html))["']"""
    for target in re.findall(quoted, text):
        linked = urljoin(path, target)
        if linked not in seen:
            _fetch_all(page, linked, seen)
    return seen


if __name__ == "__main__":
    use(sys.argv[1], Path(sys.argv[2]), {**os.environ, "HOME": sys.argv[2]})
