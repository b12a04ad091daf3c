import json
import os


def say(data):
    data = json.dumps(data).encode()
    os.write(4, len(data).to_bytes(4, "big") + data)


def hear():
    length = int.from_bytes(os.read(4, 4), "big")
    return json.loads(os.read(4, length))


say({"loaded": ["read"]})
place = {"t": ["file", {"i": "0x1" + "0" * 20_000}, 1, "text"]}
say({"id": hear()["id"], "raised": ["SyntaxError", "SyntaxError", "", "", {"t": ["message", place]}]})
os.read(4, 1)
