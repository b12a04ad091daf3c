"""Prometheus metrics of the gateway. Labels come from bounded sets only: no ids, no paths as typed."""

from collections.abc import Iterator

import structlog
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from sqlalchemy.exc import SQLAlchemyError
from starlette.types import Scope

from adapters.db import jobs
from adapters.db.engine import Database
from scoring import states

log = structlog.get_logger()

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 600)


class Metrics:
    """One registry per application, so that several can live in one process."""

    def __init__(self, db: Database):
        self.registry = CollectorRegistry()
        self.requests = Counter("assay_requests", "Requests answered", ["method", "route", "status"],
                                registry=self.registry)
        self.latency = Histogram("assay_request_seconds", "Time to answer", ["route"], buckets=SECONDS,
                                 registry=self.registry)
        self.registry.register(_Work(db))

    def saw(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "unmatched")
        method = scope["method"] if scope["method"] in METHODS else "other"
        self.requests.labels(method, route, str(status)).inc()
        self.latency.labels(route).observe(seconds)

    def page(self) -> bytes:
        return generate_latest(self.registry)


class _Work:
    """Jobs and cases, counted in the database when somebody asks."""

    def __init__(self, db: Database):
        self.db = db

    def describe(self) -> list[GaugeMetricFamily]:
        """Empty families, so that registering asks the database nothing."""
        return [GaugeMetricFamily("assay_database_up", ""), GaugeMetricFamily("assay_jobs", ""),
                GaugeMetricFamily("assay_pending_cases", "")]

    def collect(self) -> Iterator[GaugeMetricFamily]:
        try:
            with self.db.read() as connection:
                by_state, pending = jobs.state_counts(connection), jobs.pending_cases(connection)
        except SQLAlchemyError as error:
            log.warning("metrics.database_away", error=str(error))
            yield GaugeMetricFamily("assay_database_up", "Whether the database answered", value=0)
            return
        yield GaugeMetricFamily("assay_database_up", "Whether the database answered", value=1)
        counted = GaugeMetricFamily("assay_jobs", "Jobs by state", labels=["state"])
        for state in (*states.ACTIVE, *states.TERMINAL):
            counted.add_metric([state], by_state.get(state, 0))
        yield counted
        waiting = GaugeMetricFamily("assay_pending_cases", "Cases that wait for a worker", labels=["runtime"])
        for runtime, count in sorted(pending.items()):
            waiting.add_metric([runtime], count)
        yield waiting
