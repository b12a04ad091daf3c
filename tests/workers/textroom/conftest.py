import pytest

from adapters.settings import Settings


@pytest.fixture
def settings_without_engine(monkeypatch, tmp_path) -> Settings:
    """An engine address that nobody answers."""
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/nobody.sock")
    return Settings(home=tmp_path, slot_dir=tmp_path / "slots")
