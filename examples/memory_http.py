"""The memory of a running `daypack proxy` from Python, with nothing but its standard library.

Start the proxy with a token of your own, then run this file:

    daypack proxy --port 4141 --token secret
    python3 examples/memory_http.py http://127.0.0.1:4141 secret
"""

import json
import sys
import urllib.request

BASE, TOKEN = sys.argv[1], sys.argv[2]


def ask(method, path, body=None):
    request = urllib.request.Request(
        f"{BASE}/daypack/memory{path}",
        method=method,
        data=None if body is None else json.dumps(body).encode(),
        headers={"x-daypack-token": TOKEN, "content-type": "application/json"},
    )
    with urllib.request.urlopen(request) as response:
        return json.load(response)


ask("POST", "/lines?user=ana", {"text": "The release is on 9 March."})
line = ask("GET", "/lines?user=ana")["lines"][0]
changed = ask("PATCH", f"/lines/{line['id']}?user=ana", {"text": "The release is on 16 March."})
for version in ask("GET", f"/lines/{changed['id']}/history?user=ana")["versions"]:
    print(version["text"])
ask("DELETE", f"/lines/{changed['id']}?user=ana")
print(len(ask("GET", "/lines?user=ana")["lines"]), "lines left")
