"""The real things that tests run against. Each service is a container of the images that the product ships."""

import signal
import subprocess
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from adapters.db.engine import Database
from adapters.db.migrate import migrate
from cli.host.images import build_images

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
PASSWORD = "test-only"


def pytest_addoption(parser) -> None:
    parser.addoption("--packs", action="store_true", help="Also build the packs of other people's repositories, and judge all "
                                                          "their answers: half an hour more, most of it Maven's.")


@pytest.fixture(scope="session")
def whole_packs(request) -> None:
    """Asked for by tests that build a pack of other people's repositories."""
    if not request.config.getoption("--packs"):
        pytest.skip("builds other people's repositories for half an hour: run it with --packs")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real cases and reference vectors that lies beside some checkouts."""
    if not (SHARED / "cases").is_dir():
        pytest.skip("this checkout has no ../shared with real cases and reference vectors")
    return SHARED


def pytest_configure() -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, interrupt)


def interrupt(*_: object) -> None:
    """Ends the session once: fixtures remove their containers then, and a second signal (a terminal sends it to the launcher as
    well, which hands it on) must not end that half way."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


class Service:
    """A container with one published port, removed at the end of the session, and when an interrupt comes while it starts."""

    def __init__(self, image: str, port: int, *, environment: dict[str, str] | None = None, command: tuple[str, ...] = ()):
        self.name = f"assay-test-{uuid.uuid4().hex[:12]}"
        variables = [part for name, value in (environment or {}).items() for part in ("--env", f"{name}={value}")]
        self._inner = port
        try:
            docker("run", "--detach", "--name", self.name, "--label", "assay.test=1", "--publish", f"127.0.0.1::{port}",
                   *variables, image, *command)
        except BaseException:
            self.remove()
            raise

    @property
    def port(self) -> int:
        """The published port; it changes when the container restarts."""
        return int(docker("port", self.name, str(self._inner)).splitlines()[0].rsplit(":", 1)[1])

    def restart(self) -> None:
        docker("restart", "--time", "0", self.name)

    def remove(self) -> None:
        docker("rm", "--force", "--volumes", self.name)


def docker(*arguments: str) -> str:
    done = subprocess.run(["docker", *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def eventually(check, *, seconds: float = 60, pause: float = 0.2):
    """The first true answer of `check`; fails when none came in time. Exceptions of an outage count as no answer."""
    deadline = time.monotonic() + seconds
    last: Exception | None = None
    while time.monotonic() < deadline:
        try:
            if answer := check():
                return answer
        except (OSError, RuntimeError, AssertionError) as error:
            last = error
        time.sleep(pause)
    raise AssertionError(f"not within {seconds} s; last error: {last}")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Service]:
    environment = {"POSTGRES_USER": "assay", "POSTGRES_PASSWORD": PASSWORD, "POSTGRES_DB": "assay"}
    service = Service(build_images(["postgres"], print)["postgres"], 5432, environment=environment)
    yield service
    service.remove()


@pytest.fixture(scope="session")
def redis() -> Iterator[Service]:
    service = Service(build_images(["redis"], print)["redis"], 6379)
    yield service
    service.remove()


def postgres_url(service: Service, name: str) -> str:
    return f"postgresql+psycopg://assay:{PASSWORD}@127.0.0.1:{service.port}/{name}"


@pytest.fixture(params=["sqlite", "postgres"])
def db(request, tmp_path) -> Iterator[Database]:
    """A fresh, migrated database: every test that takes it runs on both."""
    if request.param == "sqlite":
        made = Database(f"sqlite:///{tmp_path / 'assay.db'}")
    else:
        made = fresh_postgres(request.getfixturevalue("postgres"))
    migrate(made)
    yield made
    made.close()


def fresh_postgres(service: Service) -> Database:
    name = f"t{uuid.uuid4().hex}"

    def create() -> bool:
        admin = Database(postgres_url(service, "assay"))
        try:
            with admin.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.execute(text(f"CREATE DATABASE {name}"))
        except Exception as error:
            raise RuntimeError(str(error)) from error
        finally:
            admin.close()
        return True

    eventually(create)
    return Database(postgres_url(service, name))
