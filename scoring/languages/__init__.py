"""The languages of kind `program-tests`. A new one is one file in the shape of its siblings and one line here."""

from scoring.languages import cpp, go, java, javascript
from scoring.languages.language import Language

LANGUAGES: dict[str, Language] = {"cpp": cpp, "go": go, "java": java, "javascript": javascript}
