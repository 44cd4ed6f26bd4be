"""Tells what was reached, and fails where an operation or a parameter was not."""

import json
import os
import pathlib
import sys
import urllib.request

import prepare


#: Needs a code that is made anew every time; the tests of the server do these.
BY_TESTS = {"postMeSecondFactorConfirm", "postMeSecondFactorRemove", "postRecover"}


def main():
    seen = json.loads(pathlib.Path(os.environ["MERELLE_REACHED"]).read_text())
    api = json.load(urllib.request.urlopen(prepare.ADDRESS + "/openapi.json"))
    missing = []
    requests = parameters = described = answered = 0
    for path, item in api["paths"].items():
        for method, operation in item.items():
            name = operation["operationId"]
            entry = seen.get(name, {"statuses": {}, "parameters": []})
            requests += sum(entry["statuses"].values())
            done = any(status.startswith("2") for status in entry["statuses"])
            if not done and name not in BY_TESTS:
                missing.append(f"{method} {path} was never done: {entry['statuses']}")
            described += len(operation["responses"])
            answered += sum(status in entry["statuses"] for status in operation["responses"])
            for parameter in operation.get("parameters", []):
                parameters += 1
                if parameter["name"] not in entry["parameters"]:
                    missing.append(f"{method} {path}: {parameter['name']} was never sent")
            if os.environ.get("MERELLE_TELL"):
                print(f"{name}: {dict(sorted(entry['statuses'].items()))}")
    print(
        f"{requests} requests; {len(seen)} operations with {parameters} parameters reached; "
        f"{answered} of {described} described answers seen"
    )
    for line in missing:
        print(line)
    sys.exit(bool(missing))


if __name__ == "__main__":
    main()
