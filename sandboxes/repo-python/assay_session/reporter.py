"""The plugin: orders the tests, stops when enough is known, and tells what became of each."""

import os

import pytest
from _pytest import main, runner

from assay_session import canary, hooks, watch
from assay_session.blame import blame, facts
from assay_session.origin import Origins

SHOWN = 10  # failures whose traceback is printed: a program with thousands shall not run into its limit of output
SHOWN_CHARS = 8000
CLAIMS_TO_HAVE_RUN = (0, 1)  # pytest's statuses for "all passed" and "some failed"


class Reporter:
    """`orders`: what the runner asks for; `send`: tells it. Outcomes are those of pytest-json-report: only "passed" is
    passed, and xfail, xpass and skip are all "skipped" here.
    """

    def __init__(self, orders, send):
        self.send = send
        self.target, self.mode, self.stops = orders["target"], orders["mode"], orders["stops"]
        self.first, self.required, self.only = set(orders["first"]), set(orders["required"]), tuple(orders["only"])
        self.raised, self.called, self.strange, self.flagged = set(), set(), set(), set()
        self.origins, self.hooks = Origins(), None
        self.canaries, self.caught = {}, {}
        self.expected = self.finished = 0
        self.later, self.begun = None, set()
        self.item = self.outcome = None
        self.shown = 0
        self.blamed = False

    # Loading and collecting

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_load_initial_conftests(self, early_config):
        self.changed = watch.snapshot()  # now all plugins are loaded, and nothing of the tree
        self.hooks = hooks.Hooks(early_config, self.target)
        try:
            return (yield)
        except BaseException as error:
            self.tell_error(error)
            raise

    @pytest.hookimpl(tryfirst=True)
    def pytest_exception_interact(self, node, call, report):
        if not isinstance(node, pytest.Item):
            self.tell_error(call.excinfo.value, node.nodeid)

    def tell_error(self, error, where=""):
        """Sends what kept a file from being collected; where the answer is the cause of one, that counts."""
        found = blame(error, self.target) if self.target else None
        if not self.blamed:
            self.blamed = found is not None
            self.send({"error": found or facts(error), "builds": found is None, "where": where})

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self, session):
        """Collects only the files of the first tests, where the case may end with them. The rest has its turn later."""
        config = session.config
        files = sorted({str(config.rootpath / name.partition("::")[0]) for name in self.first}) if self.stops else []
        if files and all(map(os.path.exists, files)):
            self.later, config.args = config.args, files

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(self, session, config, items):
        result = yield
        self.check_watched(quick=True)
        if self.only:
            items[:] = [item for item in items if item.nodeid.partition("::")[0] in self.only]
        names = [item.nodeid for item in items]
        self.send({"collected": len(names)} if self.mode != "collect" else {"collected": len(names), "names": names})
        if self.mode == "collect":
            return result
        if self.stops and not self.awaited() <= set(names):
            self.stop(session, "required tests are not there")
            items.clear()
        else:
            self.order(session, items)
        return result

    def awaited(self):
        """The required tests that must be among those collected now."""
        return self.required & self.first if self.later else self.required

    def order(self, session, items):
        """The first tests come first, and of tests that come in two parts each in its own. Ours go before all and after all:
        not anywhere, since what is flagged must be the same each time."""
        if self.later:
            items[:] = [item for item in items if item.nodeid in self.first]
        elif self.stops:
            items[:] = sorted((item for item in items if item.nodeid not in self.begun),
                              key=lambda item: item.nodeid not in self.first)
        self.expected += len(items)
        early = canary.items(session, items) if not self.begun else []
        late = canary.items(session, items) if not self.later else []
        self.canaries.update((item.nodeid, item) for item in early + late)
        self.begun.update(item.nodeid for item in items)
        items[:] = [*early, *items, *late]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session):
        """Runs the first part, collects again, and leaves the rest to pytest. It counts anew meanwhile: to pytest a failure
        before the tests begin is one of collecting, and the first part may have some that nobody requires."""
        if not self.later:
            return None
        main.pytest_runtestloop(session)
        session.config.args, self.later = self.later, None
        failed, session.testsfailed = session.testsfailed, 0
        try:
            session.perform_collect()
            return main.pytest_runtestloop(session)
        finally:
            session.testsfailed += failed
            session.testscollected += len(self.begun)

    # Running

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item, nextitem):
        self.item, self.outcome = item, Outcome()
        if item.nodeid not in self.canaries:
            return None
        reports = runner.runtestprotocol(item, nextitem=nextitem, log=False)  # unlogged: it is no failure of the session
        for report in reports:
            self.outcome.add(report)
        self.caught[item.nodeid] = self.outcome.word
        self.item = None
        return True

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_call(self, item):
        self.called.add(item.nodeid)
        if item.nodeid not in self.canaries and (self.origins.is_strange(item) or hooks.is_exchanged(item)):
            self.strange.add(item.nodeid)
        try:
            result = yield
        except BaseException:
            self.raised.add(item.nodeid)
            raise
        if item.__dict__.get("_excinfo"):  # where a TestCase's failures wait to be reported
            self.raised.add(item.nodeid)
        return result

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report):
        if self.item is None or report.nodeid != self.item.nodeid:
            self.flag(f"tampering: {report.nodeid} was reported while it did not run")
            return
        self.outcome.add(report)
        if report.failed:
            self.shown += 1
            shorten(report, self.shown > SHOWN)

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logfinish(self, nodeid):
        if self.item is None or self.item.nodeid != nodeid:
            return
        item, outcome = self.item, self.outcome
        self.item = None
        self.finished += 1
        if outcome.word == "passed" and nodeid in self.raised:
            self.flag("tampering: a test that raised is reported as passed")
        if outcome.word == "passed" and nodeid not in self.called:
            self.flag("tampering: a test that was not run is reported as passed")
        if outcome.word == "passed" and nodeid in self.strange:
            self.flag("tampering: a test that passed is another one than its file has")
        self.check_watched(quick=True)
        verbose = outcome.subtests and item.config.get_verbosity("subtests") > 0
        self.send({"test": nodeid, "outcome": outcome.word, "ms": round(outcome.seconds * 1000), "subtests": bool(verbose)})
        if self.stops and nodeid in self.required and outcome.word != "passed":
            self.stop(item.session, "a required test does not pass")

    def stop(self, session, why):
        if not session.shouldfail:
            session.shouldfail = why
            self.send({"stopped": why})

    # Ending

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session):
        result = yield
        self.check_watched(quick=bool(session.shouldfail))  # a case that is lost need not be looked at closely
        if "passed" in self.caught.values():
            self.flag("tampering: a test that must fail is reported as passed")
        ended_early = session.shouldfail or session.shouldstop
        if self.finished < self.expected and not ended_early and session.exitstatus in CLAIMS_TO_HAVE_RUN:
            self.flag("tampering: tests were left out, and the run claims to be whole")
        return result

    def check_watched(self, quick=False):
        if self.hooks.are_taken():
            self.flag("tampering: the answer has put itself between pytest and the tests")
        for name in self.changed(quick):
            self.flag(f"tampering: {name} was replaced")

    def flag(self, text):
        if text not in self.flagged:
            self.flagged.add(text)
            self.send({"flag": text})


class Outcome:
    """What the reports of one test add up to."""

    def __init__(self):
        self.word, self.seconds, self.subtests = "skipped", 0.0, False

    def add(self, report):
        is_part = hasattr(report, "context")  # a sub-test's report
        self.subtests = self.subtests or is_part
        if not is_part:
            self.seconds += report.duration
        if report.failed:
            self.word = "failed"
        elif self.word != "failed" and report.when == "call" and not is_part:
            self.word = "passed" if report.passed and not hasattr(report, "wasxfail") else "skipped"


def shorten(report, entirely):
    """Keeps what is printed of a failure small."""
    if entirely:
        report.longrepr, report.sections = "(left out: too many failures)", []
    report.sections = [(title, text[-SHOWN_CHARS:]) for title, text in report.sections]
