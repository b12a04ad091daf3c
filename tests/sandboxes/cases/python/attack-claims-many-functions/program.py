import json
import os


def take(count):
    data = b""
    while len(data) < count:
        data += os.read(4, count - len(data))
    return data


def hear():
    return json.loads(take(int.from_bytes(take(4), "big")))


def say(value):
    data = json.dumps(value).encode()
    os.write(4, len(data).to_bytes(4, "big") + data)


say({"loaded": ["total", *(f"f{number:x}" for number in range(200_000))]})
while True:
    say({"id": hear()["id"], "value": 6})
