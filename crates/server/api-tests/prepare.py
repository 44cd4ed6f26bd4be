"""Makes what requests with ids need: people, and games that wait, are played, are over."""

import json
import os
import pathlib
import time
import urllib.error
import urllib.request

ADDRESS = os.environ["MERELLE_ADDRESS"]
KNOWN = pathlib.Path(os.environ["MERELLE_REACHED"]).with_name("known.json")

SECRET = "seven brown boats on a pond"


def ask(method, path, body=None, cookie=None):
    """Sends a request; returns the answer and the cookie that came with it."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json"}
    if cookie:
        headers["cookie"] = cookie
    request = urllib.request.Request(ADDRESS + path, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        text = answer.read()
        given = answer.headers.get("set-cookie")
        cookie = given.split(";")[0] if given else cookie
        return (json.loads(text) if text else None), cookie


def guest(name=None):
    """Somebody without an account; without a name the server gives one, which no account can have taken."""
    return ask("POST", "/api/guest", {"name": name} if name else {})[1]


def new_account(name, password):
    return ask("POST", "/api/account", {"name": name, "password": password})[1]


def new_game(white):
    new = {"setup": "moulin:classique", "opponent": {"kind": "friend"}, "colour": "white", "listed": True}
    return ask("POST", "/api/games", new, white)[0]["id"]


def begun(white, black):
    game = new_game(white)
    ask("POST", f"/api/games/{game}/join", None, black)
    ask("POST", f"/api/games/{game}/moves", {"ply": 0, "move": "d6"}, white)
    return game


def finished(white, black):
    game = begun(white, black)
    ask("POST", f"/api/games/{game}/actions", {"ply": 1, "action": "resign"}, black)
    return game


def wait_for_server():
    for _ in range(200):
        try:
            return urllib.request.urlopen(ADDRESS + "/openapi.json", timeout=5).read()
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.1)
    raise SystemExit("the server does not start")


def main():
    wait_for_server()
    ada, bo = guest("Ada"), guest("Bo")
    # Who is blocked or reported plays apart from them.
    cy, di = guest("Cy"), guest("Di")
    # The name and password of the examples in the description.
    name = "Ada Lovelace"
    known = {
        "ada": ada,
        "bo": bo,
        "cy": cy,
        "name": name,
        "account": new_account(name, SECRET),
        "open": new_game(ada),
        "live": begun(ada, bo),
        "over": finished(ada, bo),
        "quarrel": finished(cy, di),
    }
    KNOWN.write_text(json.dumps(known))


if __name__ == "__main__":
    main()
