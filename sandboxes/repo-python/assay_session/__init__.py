"""Runs pytest on a repository, in the process that also runs the repository's code, and tells the runner what came of it.

What this can know for certain ends where the tested code begins: both share the process. So three things are compared:
what pytest reports, what each test's call was seen to raise, and whether the code that does both is still what it was
(watch.py). Tests of our own that must fail (canary.py) go through it all. docs/threats-by-room.md says what that leaves open.
"""
