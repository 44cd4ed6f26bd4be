"""Who asks and about which game: what a generator of requests cannot know."""

import atexit
import itertools
import json
import os
import pathlib
import re
import zlib

import schemathesis

import prepare

REACHED = pathlib.Path(os.environ["MERELLE_REACHED"])
KNOWN = json.loads(prepare.KNOWN.read_text())
GAME = re.compile(r"^[2-9bcdfghjkmnpqrstvwxzBCDFG]{12}$")

#: Operations after which nobody is who they were: each request is made by a guest of its own.
ENDS_SESSIONS = {"postLogout", "postAccount", "postLogin", "postRecover"}

#: Operations that a guest cannot do, or that ask for the password once more.
NEEDS_PASSWORD = {"postMePassword", "postMeRecovery", "postMeSecondFactor", "deleteMe"}

#: Who asks, where it is not Ada, and about which game, where it is not any.
WHO = {"postGamesByIdJoin": "bo", "postMeBlocks": "cy", "postReports": "cy"}
WHICH = {"postGamesByIdJoin": "open", "postGamesByIdMoves": "live", "postGamesByIdActions": "live"}

#: Asked by nobody: whoever is somebody already is refused.
BY_NOBODY = {"postGuest"}

#: What was sent and answered, by operation.
seen = {}
numbers = itertools.count(1000)


def operation_id(case):
    return case.operation.definition.raw["operationId"]


def pick(options, *seed):
    """One of several, the same for the same request."""
    return options[zlib.crc32(repr(seed).encode()) % len(options)]


def unique(name):
    """A name that nobody has."""
    return f"{name} {next(numbers)}"


def account_for(body):
    """An account whose password can be changed as the body says; a lasting one where it cannot."""
    body = body if isinstance(body, dict) else {}
    shown = body.get("old", body.get("password"))
    if isinstance(shown, str) and shown.endswith(" boats on a pond") or shown == "nine white boats on the sea":
        return prepare.new_account(unique("Eve"), shown)
    return KNOWN["account"]


@schemathesis.auth(refresh_interval=None)
class Session:
    """The cookie of somebody."""

    def get(self, case, ctx):
        name = operation_id(case)
        if name in ENDS_SESSIONS:
            return prepare.guest()
        if name in NEEDS_PASSWORD:
            return account_for(case.body)
        return KNOWN[WHO.get(name, "ada")]

    def set(self, case, data, ctx):
        if operation_id(case) in BY_NOBODY:
            return
        name, value = data.split("=", 1)
        case.cookies = {**(case.cookies or {}), name: value}


@schemathesis.hook
def before_call(ctx, case, kwargs):
    """Puts a game or a person that there is in the place of one that only looks like it."""
    name, parameters = operation_id(case), case.path_parameters or {}
    if GAME.match(str(parameters.get("id", ""))) and pick(range(8), parameters["id"], case.query):
        parameters["id"] = KNOWN[WHICH.get(name) or pick(["open", "live", "over"], parameters["id"], case.query)]
    # A stream of a game that is not over has no end; games that were made meanwhile are not over either.
    if name.endswith("Stream") and GAME.match(str(parameters.get("id", ""))):
        parameters["id"] = KNOWN["over"]
    if "name" in parameters and pick(range(2), parameters["name"]):
        parameters["name"] = KNOWN["name"]
    body = case.body if isinstance(case.body, dict) else {}
    if GAME.match(str(body.get("game", ""))):
        body["game"] = KNOWN["quarrel"]
    if name == "postAccount" and body.get("name") == KNOWN["name"]:
        body["name"] = unique("Flo")
    # The example has a one-time code, which nobody knows beforehand.
    if name == "postLogin" and body.get("name") == KNOWN["name"]:
        body["password"] = prepare.SECRET
    # Something that can be done at any time: to decline what is not offered.
    if body.get("action") == "resign":
        body.update(action="decline", ply=1)
    query = case.query if isinstance(case.query, dict) else {}
    link = query.get("link")
    if isinstance(link, str) and link.startswith("http"):
        query["link"] = re.sub(r"^https?://[^/]*", prepare.ADDRESS, link)


@schemathesis.hook
def after_call(ctx, case, response):
    entry = seen.setdefault(operation_id(case), {"statuses": {}, "parameters": []})
    status = str(response.status_code)
    entry["statuses"][status] = entry["statuses"].get(status, 0) + 1
    given = set(case.path_parameters or {}) | set(case.query or {})
    entry["parameters"] = sorted(set(entry["parameters"]) | given)


@atexit.register
def write():
    REACHED.write_text(json.dumps(seen))
