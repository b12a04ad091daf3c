"""What we tell people about each verdict: its name, what it means, what to do about it."""

from dataclasses import dataclass

from scoring import verdict as v


@dataclass(frozen=True)
class Words:
    """How one verdict is shown. `label` is short enough for a table head, `colour` is for terminals (rich's names)."""

    label: str
    meaning: str
    hint: str
    colour: str

    @property
    def css(self) -> str:
        """The end of its CSS classes, e.g. `wrong-answer`."""
        return self.label.replace(" ", "-")


WEAK_NAME = "weaker guarantee"
WEAK_MEANING = ("the tests ran in the answer's own process, where an answer made to cheat can forge a pass "
                "(docs/threat-model.md, \"The weaker guarantee\").")

WORDS: dict[str, Words] = {
    v.PASSED: Words(
        "passed",
        "Every expected test ran and succeeded.",
        "Nothing to do.",
        "green",
    ),
    v.WRONG_ANSWER: Words(
        "wrong answer",
        "It is not right: at least one test that it must pass failed or never ran, or it is not the expected text.",
        "Read the answer beside the sample's instruction: the logic is off, or an edge case is missed.",
        "red",
    ),
    v.COMPILE_ERROR: Words(
        "compile error",
        "The answer is not a program of its language: it could not be compiled or parsed.",
        "Look for prose around the code, an unclosed fence, or an answer cut off by the generation's length limit.",
        "magenta",
    ),
    v.RUNTIME_ERROR: Words(
        "runtime error",
        "The program crashed, or ended before its tests did.",
        "Look at the log for the exception: a missing import, an undefined name and an early exit are the usual ones.",
        "dark_orange",
    ),
    v.TIME_LIMIT: Words(
        "time limit",
        "The program used up its CPU time, or waited past the wall-clock limit.",
        "Look for an endless loop, a wait for input, or an algorithm that is too slow for the tests.",
        "yellow",
    ),
    v.MEMORY_LIMIT: Words(
        "memory limit",
        "The program asked for more memory than its task allows.",
        "Look for unbounded lists, or tables that grow with the size of the numbers rather than of the input.",
        "blue",
    ),
    v.OUTPUT_LIMIT: Words(
        "output limit",
        "The program printed more than its task allows.",
        "Look for a print inside an endless loop, or for debugging output.",
        "cyan",
    ),
    v.NO_ANSWER: Words(
        "no answer",
        "The answer to this attempt is empty, or not in the submission; it counts as failed.",
        "Check the run that made the answers: an API error, an empty reply, or fewer attempts than the task declares.",
        "bright_black",
    ),
    v.SCORED: Words(
        "scored",
        "The answer was compared with a reference; its task's metrics say how close it is.",
        "There is no right or wrong here: read the metrics.",
        "bright_blue",
    ),
    v.UNSCORED: Words(
        "unscored",
        "Something on our side was missing or failed. This says nothing about the model and is in no score.",
        "Mend what the reasons name and score again: outcomes that are already known are reused, so only these run. "
        "Where a reason names nothing to mend and comes again, tell the operator: the service's log has the cause.",
        "white",
    ),
}

# By a task's kind.
JUDGED_BY = {
    "python-tests": "Assertions of the benchmark run on the program; one that fails, or any other exception, fails the answer.",
    "python-io": "The function is called with arguments of the benchmark, and each result is compared with the expected one.",
    "program-tests": "Test code of the benchmark, in the answer's language, calls the function and must run to its end.",
    "exact-match": "The answer must equal the expected one. Nothing is executed.",
    "label": "The answer must name the right one of the task's labels. Nothing is executed.",
    "lint": "A linter must find nothing in the program, which is not executed.",
    "similarity": "The answer is compared with a reference: nothing is right or wrong.",
    "unit-tests": "The tests that the model wrote are compared with a reference as texts: nothing is right or wrong.",
    "review": "The comment that is closest to the expected one counts: nothing is right or wrong.",
    "judged-review": "An LLM judge says whether one of the comments makes the expected remark.",
    "repo-completion": "The code is put into its repository, and the repository's own tests that need it must pass.",
    "repo-patch": "The diff is applied to its repository, and the tests that it must mend and those that it must keep run.",
    "repo-testgen": "The test class is put into its repository: it must compile, and its tests must pass.",
}


def known(name: str) -> Words:
    """The words for verdict `name`. A verdict of a newer version than ours is shown by its name alone."""
    return WORDS.get(name) or Words(name.lower().replace("_", " "), "", "", "white")
