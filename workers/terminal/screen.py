"""What a person sees and types at a local table."""

import inspect
from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any, Final

from rich.console import Console
from rich.markdown import Markdown

from domain.rules import AnyRules, Decision, Outcome
from workers.terminal.card_tables import tables_of
from workers.terminal.local_table import LocalTable
from workers.terminal.menu import Labelled, Menu, narrowed

HINT: Final = "A number or some words of a move. Also: ? help, board, moves, log, undo, resign, quit"


class Left(Exception):
    """The person wants to leave."""


class Screen:
    """Shows a table and asks for moves. ``ask`` shows a prompt and gives the line typed; EOFError ends the game."""

    def __init__(self, console: Console, ask: Callable[[str], str]) -> None:
        self._console = console
        self._ask = ask

    def play(self, table: LocalTable) -> Outcome | None:
        """Play a game to its end. Raises ``Left``."""
        while True:
            decision = table.await_person()
            self._show_news(table.take_told())
            if decision is None:
                break
            self._show_board(table)
            if not self._decide(table, decision):
                table.resign()
        self._show_board(table)
        outcome = table.outcome
        if outcome is not None:
            self._show_outcome(table, outcome)
        return outcome

    def asks_again(self) -> bool:
        """Ask whether another game is wanted."""
        return self._line("Play again? [y/N] ").lower() in {
            "y",
            "yes",
        }

    def say(self, text: str, style: str = "") -> None:
        """Print a line as it is."""
        self._console.print(text, style=style or None, markup=False, highlight=False)

    # Asking

    def _decide(self, table: LocalTable, decision: Decision) -> bool:
        """Make a move of the person's choice, or take one back; False: the person resigns."""
        rules, seen = table.rules, table.seen
        moves = [
            Labelled(rules.describe_move(seen, table.person, move), move)
            for move in rules.legal_moves(seen, table.person)
        ]
        menu = self._open(moves, decision.prompt)
        while True:
            line = self._line("> ").strip()
            match line.lower():
                case ("?" | "help" | "board" | "log") as wanted:
                    self._show(wanted, table)
                case "" | "moves" | "back":
                    menu = self._open(moves, decision.prompt)
                case "undo":
                    if table.take_back():
                        return True
                    self.say("There is nothing to take back: you have not decided anything yet.", "yellow")
                case "resign":
                    if self._line("Give the game up? [y/N] ").lower() in {"y", "yes"}:
                        return False
                case "quit" | "exit":
                    raise Left
                case words:
                    chosen = self._chosen(menu, moves, words)
                    if len(chosen) == 1:
                        self.say(chosen[0].label, "green")
                        table.play(chosen[0].move)
                        return True
                    if chosen:
                        menu = self._open(chosen, "Which of these? (An empty line shows all again.)", is_whole=False)

    def _chosen(self, menu: Menu, moves: Sequence[Labelled], words: str) -> Sequence[Labelled]:
        """Give the moves that the line may mean; having said what was wrong, none."""
        if words.isdecimal():
            entry = menu.entry(int(words))
            if entry is None:
                self.say(f"There is no {words}: the numbers run from 1 to {len(menu.entries)}.", "yellow")
            return entry.moves if entry else ()
        found = narrowed(moves, words)
        if not found:
            self.say(f"No move reads like {words!r}. {HINT}", "yellow")
        return found

    def _open(self, moves: Sequence[Labelled], prompt: str, *, is_whole: bool = True) -> Menu:
        menu = Menu(moves, is_whole=is_whole)
        self.say(prompt, "bold")
        for line in menu.lines(min(self._console.width, 100)):
            self.say(line)
        if is_whole:
            self.say(HINT, "dim")
        return menu

    def _line(self, prompt: str) -> str:
        try:
            return self._ask(prompt)
        except EOFError:
            raise Left from None

    # Showing

    def _show(self, wanted: str, table: LocalTable) -> None:
        match wanted:
            case "board":
                self._show_board(table)
            case "log":
                self._show_news(table.log)
            case _:
                self._show_help(table.rules)

    def _show_news(self, sentences: Sequence[str]) -> None:
        for sentence in sentences:
            self.say(f"  {sentence}", "cyan")

    def _show_board(self, table: LocalTable) -> None:
        self.say("")
        self.say(table.rules.draw_text(table.seen, table.names, table.person).rstrip("\n"))
        self.say("")

    def _show_outcome(self, table: LocalTable, outcome: Outcome) -> None:
        placing = outcome.placings[table.person]
        first = [seat for seat, other in enumerate(outcome.placings) if other == 1]
        if placing == 1:
            verdict = "You win!" if len(first) == 1 else "You share the first place."
        elif len(first) == 1:
            verdict = f"{table.names[first[0]]} wins."
        else:
            verdict = f"{' and '.join(table.names[seat] for seat in first)} share the first place."
        self.say(verdict, "bold green" if placing == 1 else "bold")
        if table.ending:
            self.say(table.ending)
        ranked = sorted(range(len(table.names)), key=outcome.placings.__getitem__)
        scores = ", ".join(f"{table.names[seat]} {outcome.scores[seat]}" for seat in ranked if outcome.scores)
        if scores not in table.ending:
            self.say(scores)

    def _show_help(self, rules: AnyRules) -> None:
        text = help_text(rules)
        self._console.print(Markdown(text) if text else f"{rules.title} has no help.")
        for table in tables_of(rules):
            self._console.print(table)
        self.say(HINT, "dim")


def help_text(rules: AnyRules) -> str:
    """Give the ``help.md`` of the game's folder, or "" if there is none."""
    module: Any = inspect.getmodule(type(rules))
    page = files(module.__package__).joinpath("help.md")
    return page.read_text(encoding="utf-8") if page.is_file() else ""
