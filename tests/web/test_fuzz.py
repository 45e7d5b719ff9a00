"""Whatever the API's own description allows, and much that it does not: never a server error."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, Phase, settings

from inarow.apps.web.app import create_app
from inarow.apps.web.limits import Limits

#: Searches that end at once: it is the reading of requests that is tested here.
_QUICK = Limits(move_seconds=0.03, analysis_seconds=0.03, study_seconds=0.03)

#: A text that is no position is refused though its form is allowed, so that is not checked.
_CHECKS = [
    schemathesis.checks.not_a_server_error,
    schemathesis.checks.content_type_conformance,
    schemathesis.checks.response_schema_conformance,
    schemathesis.checks.status_code_conformance,
    schemathesis.checks.unsupported_method,
]

schema = schemathesis.openapi.from_dict(create_app().openapi())


@pytest.fixture(scope="module")
def quick_address() -> Iterator[str]:
    """Where a server of this process listens."""
    config = uvicorn.Config(create_app(limits=_QUICK), port=0, log_level="warning")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    address = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    yield address
    server.should_exit = True
    thread.join()


@schema.parametrize()
@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)
def test_no_request_breaks_the_server(case: Any, quick_address: str) -> None:
    case.call_and_validate(base_url=quick_address, checks=_CHECKS)
