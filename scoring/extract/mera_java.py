"""The fence rule that RealCodeJava and JavaTestGen share under `mera-1`."""

OPENING, FENCE = "```java", "```"


def extract(reply: str | None) -> str:
    """What stands after the first `OPENING` (or from the start where there is none) up to the next fence or the end.

    So a fence with no tag, or another spelling of it, leaves what came before it: mostly nothing.

    >>> extract("```java\\nint x;\\n```"), extract("```Java\\nint x;\\n```"), extract("int x;"), extract("```javascript\\nx")
    ('\\nint x;\\n', '', 'int x;', 'script\\nx')
    """
    if reply is None:
        return ""
    before, opening, after = reply.partition(OPENING)
    return (after if opening else before).partition(FENCE)[0]
