"""What the documents promise about the repository is true."""

import re
from pathlib import Path

import pytest

from adapters.settings import Settings
from cli.app import COMMANDS
from scoring.verdict import VERDICTS

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "sandboxes").glob("*.md")]
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)|src(?:set)?=\"([^\":]+)\"")
PLACE = re.compile(r"\]\(([^)#:]*)#([^)]+)\)")
TWO_PAGES_WORDS, TWO_PAGES_LINES = 1320, 115


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_to_files_that_exist(document):
    links = [first or second for first, second in LINK.findall(document.read_text("utf-8"))]
    assert [link for link in links if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_into_documents_lead_to_headings_that_exist(document):
    links = PLACE.findall(document.read_text("utf-8"))
    assert [place for file, place in links if place not in places(document.parent / file if file else document)] == []


def places(document):
    """The names by which links reach the headings of a document: letters, digits and hyphens, blanks as hyphens."""
    headings = re.findall(r"^#+ (.+)$", document.read_text("utf-8"), re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]


def test_the_threat_model_stays_within_two_pages():
    """It had grown beyond what anybody reads. What is particular to one room goes to docs/threats-by-room.md."""
    text = (ROOT / "docs" / "threat-model.md").read_text("utf-8")
    assert len(text.split()) <= TWO_PAGES_WORDS
    assert len(text.splitlines()) <= TWO_PAGES_LINES


def test_every_setting_is_documented():
    text = (ROOT / "docs" / "operating.md").read_text("utf-8")
    names = [f"ASSAY_{name.upper()}" for name in Settings.model_fields]
    assert [name for name in names if f"`{name}`" not in text] == []


def test_every_verdict_is_documented():
    text = (ROOT / "docs" / "api.md").read_text("utf-8")
    assert [name for name in VERDICTS if f"`{name}`" not in text] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_command_that_a_document_gives_exists(document):
    given = set(re.findall(r"\./assay ([a-z]+)", document.read_text("utf-8")))
    assert given <= set(COMMANDS)
