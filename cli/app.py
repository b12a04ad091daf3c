"""The table of commands. Each is a module of `cli/commands/` with a Typer `app`; only the one asked for is imported,
because the whole program takes seconds to load and `--help` should not."""

import importlib
import sys

import typer
from typer.core import TyperGroup

from adapters.settings import unknown_variables
from cli.exits import exit_code_of, explain
from scoring.near import nearest

# name -> (module of cli.commands, one line for --help); the order is the order shown
COMMANDS = {
    "demo": ("demo", "Score the shipped example submission in real sandboxes."),
    "score": ("score", "Score a submission ZIP on this machine, without a server."),
    "validate": ("validate", "Say everything that is wrong with a submission ZIP, without scoring it."),
    "compare": ("compare", "Compare two or more reports."),
    "pack": ("pack", "Make a submission ZIP from the output folder of lm-eval."),
    "submit": ("remote", "Upload a submission to a service."),
    "status": ("remote", "Show where a job stands."),
    "report": ("remote", "Fetch the report of a finished job."),
    "verdicts": ("remote", "List the verdicts of a job, or of a report on this machine."),
    "cancel": ("remote", "Cancel a job."),
    "leaderboard": ("leaderboard", "Rank the models of your finished jobs."),
    "rescore": ("remote", "Score a submission again, as a new job."),
    "benchmark": ("benchmark", "List, check and import benchmark packs."),
    "judge": ("judge", "Compare an LLM judge with human labels."),
    "serve": ("serve", "Run the service in this process tree, without Docker Compose."),
    "up": ("stack", "Start the service as a Docker Compose stack."),
    "down": ("stack", "Stop that stack; its data stays."),
    "token": ("token", "Create, list and revoke bearer tokens."),
    "images": ("images", "Build, export and import the images."),
    "doctor": ("doctor", "Say what this machine lacks."),
    "bench": ("bench", "Measure speed, as ratios."),
    "soak": ("soak", "Long runs that look for leaks."),
    "test": ("test", "Run every test against the real things."),
    "gateway": ("service", "(service) The HTTP gateway."),
    "worker": ("service", "(service) A Celery worker."),
    "sweeper": ("service", "(service) The sweep."),
    "migrate": ("service", "(service) Bring the database to the newest schema."),
}


class LazyGroup(TyperGroup):
    """Looks commands up in COMMANDS and imports a command's module when it is called."""

    def list_commands(self, ctx) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx, name: str):
        if name not in COMMANDS:
            return None
        module = importlib.import_module(f"cli.commands.{COMMANDS[name][0]}")
        command = typer.main.get_command(module.app)
        return command.commands[name] if hasattr(command, "commands") and name in command.commands else command

    def resolve_command(self, ctx, args: list[str]):
        if args and args[0] not in COMMANDS and (near := nearest(args[0], COMMANDS)):
            ctx.fail(f"No such command {args[0]!r}. Did you mean {near!r}?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx, formatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


app = typer.Typer(cls=LazyGroup, no_args_is_help=True, add_completion=False, rich_markup_mode=None,
                  pretty_exceptions_enable=False,
                  help="Assay scores language models that write code.")


@app.callback()
def _root() -> None:
    """Assay scores language models that write code."""


def main() -> None:
    """Runs the command and ends with the exit codes of docs/architecture.md; Typer itself ends bad usage with 2."""
    for line in unknown_variables():
        print(f"warning: {line}", file=sys.stderr)
    try:
        app(prog_name="./assay")
    except Exception as error:  # noqa: BLE001 - the outermost door: every error becomes words and an exit code
        explain(error)
        sys.exit(exit_code_of(error))
