"""Files that are there whole or as they were before."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from inarow.files.whole import check_writable, write_whole
from inarow.rules.errors import InarowError


def test_threads_that_write_the_same_file_do_not_meet(tmp_path: Path) -> None:
    target = tmp_path / "both.txt"
    texts = ["a" * 200_000, "b" * 100_000]
    ready = Barrier(len(texts), timeout=20)

    def write(text: str) -> None:
        for _ in range(10):
            ready.wait()
            write_whole(target, text)
            assert target.read_text() in texts

    with ThreadPoolExecutor(len(texts)) as pool:
        list(pool.map(write, texts))
    assert list(tmp_path.iterdir()) == [target]


def test_a_file_that_is_replaced_stays_as_open_to_others_as_it_was(tmp_path: Path) -> None:
    target = tmp_path / "mine.json"
    write_whole(target, "old")
    for mode in (0o600, 0o664):
        target.chmod(mode)
        write_whole(target, "new")
        assert target.read_text() == "new" and stat.S_IMODE(target.stat().st_mode) == mode


def test_a_link_still_leads_to_the_file_and_a_device_stays_one(tmp_path: Path) -> None:
    target, link = tmp_path / "there.txt", tmp_path / "here.txt"
    link.symlink_to(target)
    write_whole(link, b"bytes")
    assert link.is_symlink() and target.read_bytes() == b"bytes"
    write_whole(Path(os.devnull), "nothing")
    assert not Path(os.devnull).is_file()


def test_what_cannot_be_written_is_known_before_the_work(tmp_path: Path) -> None:
    check_writable(tmp_path / "new.txt")
    for wrong in (tmp_path, tmp_path / "no" / "new.txt"):
        with pytest.raises(InarowError, match="cannot write"):
            check_writable(wrong)
