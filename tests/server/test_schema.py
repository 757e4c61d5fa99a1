"""The API against its own description: schemathesis makes requests up, sensible and not, and looks at the
answers. None is a server error, and none is of a form or status that the description does not promise."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.generation.case import Case

from tests.server.house import House
from tests.server.test_api import join, open_table

load_all_checks()
CHECKED = CHECKS.get_by_names(
    [
        "not_a_server_error",
        "status_code_conformance",
        "content_type_conformance",
        "response_schema_conformance",
    ]
)
OPERATIONS = [
    ("/api/v1/tables", "post"),
    ("/api/v1/tables/{code}/join", "post"),
    ("/api/v1/tables/{code}", "get"),
    ("/api/v1/tables/{code}/act", "post"),
    ("/api/v1/tables/{code}/events", "get"),
]
SENSIBLE, NONSENSE = GenerationMode.POSITIVE, GenerationMode.NEGATIVE
ASKED = [(*operation, SENSIBLE) for operation in OPERATIONS]
ASKED += [(*operation, NONSENSE) for operation in OPERATIONS if operation[1] == "post"]
"""Nothing is nonsense to a `get`: any text may be a code or a token."""


@dataclass
class Described:
    """The server, its description, and a table whose first seat is held by a token."""

    house: House
    schema: schemathesis.BaseSchema
    code: str
    token: str

    def ask(self, case: Case, known: bool) -> None:
        """Send a request, to a table that there is and from its seat if it is `known`; look at the answer."""
        if known:
            if "code" in (case.path_parameters or {}):
                case.path_parameters["code"] = self.code
            case.headers["authorization"] = self.token
        if case.path.endswith("/events"):
            case.query = {**(case.query if isinstance(case.query, dict) else {}), "once": "true"}
        request = case.as_transport_kwargs(base_url="http://testserver")
        request["content"] = request.pop("data", None)
        self.house.first.cookies.clear()
        self.house.first.cookies.update(request.pop("cookies"))
        answer = self.house.first.request(**request)
        case.validate_response(answer, checks=CHECKED)


@pytest.fixture(scope="module")
def described(shared: House) -> Described:
    schema = schemathesis.openapi.from_dict(shared.first.get("/api/openapi.json").json())
    code = open_table(shared, "noms")
    _, headers = join(shared, code)
    return Described(shared, schema, code, headers["authorization"])


def test_all_operations_are_asked(described: Described) -> None:
    there = [operation.ok() for operation in described.schema.get_all_operations()]
    assert sorted((operation.path, operation.method) for operation in there) == sorted(OPERATIONS)


@pytest.mark.slow
@pytest.mark.parametrize(("path", "method", "mode"), ASKED)
def test_answers_are_as_described(described: Described, path: str, method: str, mode: GenerationMode) -> None:
    operation = described.schema[path][method]

    @settings(
        max_examples=60,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode), known=st.booleans())
    def ask(case: Case, known: bool) -> None:
        described.ask(case, known)

    ask()
