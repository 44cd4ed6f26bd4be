"""Makes what requests with ids need: people, and games that wait, are played, are over."""

import json
import os
import pathlib
import time
import urllib.error
import urllib.request

ADDRESS = os.environ["MERELLE_ADDRESS"]
KNOWN = pathlib.Path(os.environ["MERELLE_REACHED"]).with_name("known.json")


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


def guest(name):
    return ask("POST", "/api/guest", {"name": name})[1]


def new_account(name, password):
    return ask("POST", "/api/account", {"name": name, "password": password})[1]


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
    # The name and password of the examples in the description.
    known_by_name, secret = "Ada Lovelace", "seven brown boats on a pond"
    account = new_account(known_by_name, secret)
    games = []
    for _ in range(3):
        new = {"setup": "moulin:classique", "opponent": {"kind": "friend"}, "colour": "white", "listed": True}
        games.append(ask("POST", "/api/games", new, ada)[0]["id"])
    for game in games[1:]:
        ask("POST", f"/api/games/{game}/join", None, bo)
        ask("POST", f"/api/games/{game}/moves", {"ply": 0, "move": "d6"}, ada)
    ask("POST", f"/api/games/{games[2]}/actions", {"ply": 1, "action": "resign"}, bo)
    known = {"ada": ada, "bo": bo, "account": account, "games": games, "over": games[2], "name": known_by_name}
    KNOWN.write_text(json.dumps(known))


if __name__ == "__main__":
    main()
