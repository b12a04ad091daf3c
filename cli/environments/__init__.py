"""Making the environments of a pack: `./assay benchmark build` (docs/environments.md).

The path of one environment (`making.py`):
1. **source** (`sources.py`): fetched by the ordinary client in a container, or read from disk; its checksum is verified;
2. **build** (`image.py`): unpacked into /repo of a container of the room's image, built there with a network;
3. **withhold** (`inside/withhold.py`): the files that answers go into are read, then removed with all their copies;
4. **key and image**: the container is committed under a key of what was asked for and of what is inside;
5. **baseline** (`baseline.py`): the untouched tree's tests, k times, offline, in the sandbox that scores;
6. **proof** (`proof.py`): every sample's reference answer k times and its stub k times;
7. **lock** (`writing.py`): written after each environment, so that an interrupted build goes on where it was.
"""
