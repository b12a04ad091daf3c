"""One report.html that opens anywhere: no network, no other file, and nothing in it that an answer could run."""

import base64
import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from cli.render.asked import Asked
from cli.render.charts import dot_of, histogram_of, strip_of
from cli.render.rows import MAX_ROWS, NOTHING_KNOWN, choose
from cli.render.text import pieces, plain
from cli.render.view import number, view_of
from cli.render.words import WEAK_MEANING, WEAK_NAME, WORDS
from scoring.canonical import readable
from scoring.counting import counted

_TEMPLATES = Path(__file__).parent / "templates"


def render_html(report: Mapping[str, Any], verdicts: Iterable[Mapping[str, Any]], max_rows: int = MAX_ROWS,
                asked: Asked = NOTHING_KNOWN) -> str:
    """The page for a report.json document.

    `verdicts` are rows `{task, sample, attempt, verdict, reason, tests_passed, tests_total, answer, log}`, with
    `answer` and `log` None for private tasks; they are read once, and those beyond `max_rows` are counted, not shown.
    `asked` knows what the samples of public tasks ask for.
    Every text may be hostile: it is escaped, its invisible characters are written out, and the page's own policy
    forbids every script and style but the two that we wrote. The result has no lone surrogates: it encodes as UTF-8.
    Raises KeyError where the report lacks what every report has.
    """
    style, script = _asset("report.css"), _asset("report.js")
    page = _environment().get_template("report.html.j2").render(
        view=view_of(report), chosen=choose(verdicts, max_rows, asked), words=WORDS, weak_name=WEAK_NAME,
        weak_meaning=WEAK_MEANING, style=Markup(style), script=Markup(script), policy=_policy(style, script),
    )
    return readable(page)


def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )
    environment.filters.update(
        marked=_marked, line=plain, path=_path, sentence=_sentence, number=number, percent=_percent, grouped=_grouped,
        counted=counted,
    )
    environment.globals.update(dot_of=dot_of, strip_of=strip_of, histogram_of=histogram_of)
    return environment


def _asset(name: str) -> str:
    return (_TEMPLATES / name).read_text(encoding="utf-8").strip()


def _policy(style: str, script: str) -> str:
    return (
        f"default-src 'none'; style-src '{_source(style)}'; script-src '{_source(script)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _source(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


def _marked(text: str) -> Markup:
    """Text of several lines with each invisible character as a small mark."""
    mark = Markup("<i class=mark>{}</i>")
    return Markup("").join(mark.format(piece) if is_mark else escape(piece) for piece, is_mark in pieces(text))


def _path(text: str) -> Markup:
    """A dotted name, which breaks after its dots where it must."""
    return Markup(".<wbr>").join(plain(text).split("."))


def _sentence(text: str) -> str:
    shown = plain(text)
    return shown[:1].upper() + shown[1:]


def _percent(fraction: float) -> str:
    """A length in SVG. Four digits place a column within a hundredth of a pixel."""
    return f"{fraction * 100:.4f}".rstrip("0").rstrip(".") + "%"


def _grouped(count: int) -> str:
    return f"{count:,}"
