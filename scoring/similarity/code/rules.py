"""Which rule each kind of node has in each language. Some kinds are no longer in the grammars; they stay as published."""

from collections.abc import Mapping

from scoring.similarity.code.python import PYTHON
from scoring.similarity.code.tree import Branch
from scoring.similarity.code.walk import (
    MissingPart,
    Rule,
    States,
    Walk,
    assign,
    define,
    defined,
    each,
    fork,
    increment,
    loop,
    twice,
)

_OTHER_WAYS = frozenset({"if_statement", "else"})


def _c_sharp_declarator(walk: Walk, branch: Branch, states: States) -> States:
    if not branch.children:
        raise MissingPart("a declarator without a name")
    return defined(walk, branch.children[0], branch.children[1] if len(branch.children) == 2 else None, states)


_C_SHARP: Mapping[str, Rule] = {
    "variable_declarator": _c_sharp_declarator, "assignment_expression": assign, "postfix_unary_expression": increment,
    "if_statement": fork(_OTHER_WAYS, only_first=False), "for_statement": loop("local_variable_declaration"),
    "for_each_statement": each("left", "right"), "while_statement": twice,
}
RULES: Mapping[str, Mapping[str, Rule]] = {
    "python": PYTHON,
    "java": {
        "variable_declarator": define, "assignment_expression": assign, "update_expression": increment,
        "if_statement": fork(_OTHER_WAYS, only_first=False), "for_statement": loop("local_variable_declaration"),
        "enhanced_for_statement": each("name", "value"), "while_statement": twice,
    },
    "go": {
        "var_spec": define, "assignment_statement": assign, "inc_statement": increment,
        "if_statement": fork(_OTHER_WAYS, only_first=False, keeps_before=True), "for_statement": loop("for_clause", "update"),
    },
    "javascript": {
        "variable_declarator": define, "assignment_pattern": assign, "augmented_assignment_expression": assign,
        "update_expression": increment, "if_statement": fork(_OTHER_WAYS, only_first=False, keeps_before=True),
        "for_statement": loop("variable_declaration"), "while_statement": twice,
    },
    "c_sharp": _C_SHARP,
    "c": _C_SHARP,
    "cpp": _C_SHARP,
}
