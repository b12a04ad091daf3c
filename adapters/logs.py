"""Structured logs on stderr: an event name plus keys, one line each."""

import logging
import sys

import structlog


def configure_logs(level: str, *, colours: bool | None = None) -> None:
    """JSON lines when stderr is no terminal, coloured text otherwise."""
    pretty = sys.stderr.isatty() if colours is None else colours
    number = logging.getLevelNamesMapping()[level.upper()]
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars, structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"), structlog.processors.format_exc_info,
            structlog.dev.ConsoleRenderer() if pretty else structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    logging.basicConfig(stream=sys.stderr, level=max(number, logging.INFO), format="%(levelname)s %(name)s %(message)s")
    for noisy in ("alembic", "botocore", "urllib3", "s3transfer", "httpx"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
