"""What a person can do at a table: the use cases behind API and pages, in terms of players.

Players become pseudonyms here, and only here: the domain and the log never see a player id.
"""

from collections.abc import Mapping
from contextlib import suppress
from hmac import compare_digest
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from domain.errors import (
    AlreadyCreated,
    AlreadySeated,
    NotSeated,
    OrderUnchanged,
    Refused,
    RematchExists,
    WatchingUnchanged,
)
from domain.game.aggregate import AnyGame
from domain.game.commands import (
    AnyCommand,
    AnyUndoCommand,
    CreateGame,
    CreatePractice,
    JoinGame,
    LeaveGame,
    MakeMove,
    OfferRematch,
    OpenNonce,
    RemovePlayer,
    Resign,
    SeatBot,
    SeatPlan,
    SetStandingOrder,
    SetWatching,
    StartGame,
    UnseatBot,
)
from domain.game.events import Order
from domain.game.strict import check_nonce
from domain.game.view import AnySeenGame, seen_by
from domain.ids import SPECTATOR, DecisionId, GameId, Pseudonym, Seat, Viewer, player_actor
from domain.rules import AnyRules
from projections.people import invited_to
from services.commanding import Commanding, Executed
from services.errors import GameNotFound, GamePaused, PlayerNotFound
from services.install import InstallKey
from services.loading import GameLoader
from services.origins import decode_origin, is_foreign, secret_of
from services.players import PlayerId, Players
from services.ports import EventStore
from services.telling import BoundCommit, ToldLine, bound_commits

REMATCH_KEY: Final = "note rematch"
"""What a client sends is stored as another text (``_stored_key``), which holds no space, so that none can come before it."""


class Table(NamedTuple):
    """A game as one viewer may see it. ``viewer`` is a seat or ``SPECTATOR``; ``seen`` is what that viewer knows.

    ``before``: the game before the command to which this table is the answer, None for any other.
    """

    rules: AnyRules
    game: AnyGame
    viewer: Viewer
    seen: AnySeenGame
    before: AnyGame | None = None


class BoundLog(NamedTuple):
    """The commits of a game as one viewer reads them. ``secret`` is S."""

    table: Table
    secret: bytes
    commits: list[BoundCommit]

    def told(self, after_position: int = 0) -> list[ToldLine]:
        """Give what the viewer was told, in order, each line with the proof that binds it."""
        told = (commit.told_line(self.table.viewer, self.secret) for commit in self.commits)
        return [line for line in told if line is not None and line.told.position > after_position]


class Tables:
    """The tables of this install, for people. Every method raises what ``Commanding.execute`` and the store raise."""

    def __init__(
        self,
        *,
        commanding: Commanding,
        loader: GameLoader,
        store: EventStore,
        players: Players,
        install: InstallKey,
    ) -> None:
        self._commanding = commanding
        self._loader = loader
        self._store = store
        self._players = players
        self._install = install

    # Reading

    async def see(self, game_id: GameId, player_id: PlayerId | None, *, invite: str = "") -> Table:
        """Give the table as this person sees it.

        Raises ``GameNotFound`` also where the person may not look: a table is open to those who sit at it, to its host,
        to holders of its invite code, to those for whom a bot plays on, and to all if it is listed (before the start) or
        watchable (after), or was played elsewhere and brought here.
        """
        game = await self._loader.load(game_id)
        if not self.may_see(game, player_id, invite):
            raise GameNotFound
        return self._table(game, player_id)

    async def rules_at(self, game_id: GameId) -> AnyRules:
        """Give the rules of the game at this table. Raises ``GameNotFound`` only if there is none at all."""
        game, _ = await self._loader.load_cached(game_id)
        if game is None:
            raise GameNotFound
        return self._loader.rules_of(game)

    async def bound_log(self, game_id: GameId, player_id: PlayerId | None, *, invite: str = "") -> "BoundLog":
        """Give all that happened at the table, bound. Only a game that is over may be told in full."""
        table = await self.see(game_id, player_id, invite=invite)
        lines = (await self._store.read(game_id))[: table.game.version]  # later, another may sit where the viewer sat
        secret = secret_of(self._install, table.game)
        return BoundLog(table, secret, list(bound_commits(table.rules, game_id, secret, lines)))

    def invite_code(self, table: Table, player_id: PlayerId) -> str:
        """Give the code that lets others see and join the table.

        Raises ``NotSeated`` unless one sits there or hosts it, and at a practice table.
        """
        if table.game.origin is not None:
            raise NotSeated("A practice table is for its player alone.")
        if table.viewer == SPECTATOR and table.game.host != self._install.pseudonym(player_id, table.game.id):
            raise NotSeated("Only those at the table can invite others to it.")
        return self._install.invite_code(table.game.id)

    async def receipt_key(self, game: AnyGame, own_key: str) -> str:
        """Give the key that signed a game's receipts: this install's own (``own_key``), or that of where it was played."""
        if not is_foreign(self._install, game):
            return own_key
        return decode_origin(await self._store.load_origin(game.id)).receipt_key

    def is_foreign(self, game: AnyGame) -> bool:
        """Whether the game was played on another install, and is here to be read only."""
        return is_foreign(self._install, game)

    def viewer_of(self, game: AnyGame, player_id: PlayerId | None) -> Viewer:
        """Give as whom a person looks at a table: as its own seat, or as the spectator."""
        seat = None if player_id is None else game.seat_of(self._actor(player_id, game.id))
        return SPECTATOR if seat is None else seat

    def is_invited(self, game: AnyGame, player_id: PlayerId | None) -> bool:
        """Whether an empty seat of a table that waits for players is kept for this person."""
        if player_id is None:
            return False
        pseudonym = self._install.pseudonym(player_id, game.id)
        return any(invited == pseudonym for _, invited in invited_to(game))

    def may_see(self, game: AnyGame, player_id: PlayerId | None, invite: str = "") -> bool:
        """Whether a person may look at a table as it now stands (``see`` says who may)."""
        if invite and compare_digest(invite.encode(), self._install.invite_code(game.id).encode()):
            return True
        if game.watchable and game.phase != "open":
            return True
        if is_foreign(self._install, game):  # nobody here sat at it: it was brought here to be read
            return True
        if game.listed and game.phase == "open":
            return True
        if player_id is None:
            return False
        pseudonym = self._install.pseudonym(player_id, game.id)
        return pseudonym in (game.host, *game.replaced) or any(
            pseudonym in (holder.pseudonym, holder.reserved_for) for holder in game.seats
        )

    async def was_removed(self, game_id: GameId, player_id: PlayerId) -> bool:
        """Whether the host of a table removed this person from it. Raises ``GameNotFound`` only if there is none at all."""
        game = await self._loader.load(game_id)
        return self._install.pseudonym(player_id, game_id) in game.removed

    # Writing: each gives the table after the command

    async def create(
        self, player_id: PlayerId, plan: CreateGame[Any], *, key: str, guests: Mapping[Seat, PlayerId] | None = None
    ) -> Table:
        """Set up a table as planned; the same player and key give the same one. Without a nonce it gets one, unless it starts strictly.

        ``guests`` names the people for whom seats are kept. Raises ``PlayerNotFound``.
        """
        game_id = self._install.game_id(player_id, key)
        seats = list(plan.seats)
        for seat, guest in (guests or {}).items():
            if await self._players.find(guest) is None:
                raise PlayerNotFound(
                    f"There is no player for whom seat {seat + 1} could be kept: give the id that they told you."
                )
            seats[seat] = SeatPlan(kind="reserved", pseudonym=await self._link(guest, game_id))
        nonce = plan.nonce if plan.strict_start else self._nonce(plan.nonce, player_id, game_id)
        command = replace(plan, seats=tuple(seats), nonce=nonce)
        await self._link(player_id, game_id)
        return await self._execute(game_id, command, player_id, key)

    async def practise(
        self, player_id: PlayerId, command: CreatePractice[Any, Any], *, game_id: GameId, key: str
    ) -> Table:
        """Set up a practice table as planned; see ``services.practice``."""
        await self._link(player_id, game_id)
        return await self._execute(game_id, command, player_id, key)

    async def join(
        self,
        game_id: GameId,
        player_id: PlayerId,
        *,
        key: str,
        seat: Seat | None = None,
        nonce: str = "",
        nonce_hash: str = "",
        invite: str = "",
    ) -> Table:
        """Sit down. Raises ``GameNotFound`` where the person is neither invited nor the table listed."""
        await self.see(game_id, player_id, invite=invite)
        await self._link(player_id, game_id)
        command = self._join(game_id, player_id, seat, nonce, nonce_hash)
        return await self._execute(game_id, command, player_id, key)

    async def open_nonce(self, game_id: GameId, player_id: PlayerId, *, key: str, nonce: str) -> Table:
        """Show the nonce that was bound when sitting down at a table that starts strictly."""
        return await self._execute(game_id, OpenNonce(nonce=nonce), player_id, key)

    async def leave(self, game_id: GameId, player_id: PlayerId, *, key: str) -> Table | None:
        """Get up before the start; the host who does closes the table. None: it was done, and is not to be seen any more."""
        table = await self._execute(game_id, LeaveGame(), player_id, key)
        return table if self.may_see(table.game, player_id) else None

    async def seat_bot(self, game_id: GameId, player_id: PlayerId, *, key: str, seat: Seat, level: str) -> Table:
        """Seat a bot, as the host."""
        return await self._execute(game_id, SeatBot(seat=seat, level=level), player_id, key)

    async def unseat_bot(self, game_id: GameId, player_id: PlayerId, *, key: str, seat: Seat) -> Table:
        """Send a bot away, as the host."""
        return await self._execute(game_id, UnseatBot(seat=seat), player_id, key)

    async def remove_player(self, game_id: GameId, player_id: PlayerId, *, key: str, seat: Seat) -> Table:
        """Remove another person before the start, as the host. They cannot sit down at this table again."""
        return await self._execute(game_id, RemovePlayer(seat=seat), player_id, key)

    async def set_watching(self, game_id: GameId, player_id: PlayerId, *, key: str, watchable: bool) -> Table:
        """Let spectators in, or keep them out, as the host, until the game is over. Where it is so already, nothing happens."""
        try:
            return await self._execute(game_id, SetWatching(watchable=watchable), player_id, key)
        except WatchingUnchanged:
            return self._table(await self._loader.load(game_id), player_id)

    async def start(self, game_id: GameId, player_id: PlayerId, *, key: str) -> Table:
        """Begin, as the host."""
        return await self._execute(game_id, StartGame(), player_id, key)

    async def move(self, game_id: GameId, player_id: PlayerId, *, key: str, decision: DecisionId, move: Any) -> Table:
        """Answer an open decision."""
        return await self._execute(game_id, MakeMove(decision=decision, move=move), player_id, key)

    async def set_standing_order(self, game_id: GameId, player_id: PlayerId, *, key: str, order: Order) -> Table:
        """Have responses declined from now on, or be asked again. Where it is so already, nothing happens."""
        try:
            return await self._execute(game_id, SetStandingOrder(order=order), player_id, key)
        except OrderUnchanged:
            return self._table(await self._loader.load(game_id), player_id)

    async def think_again(self, game_id: GameId, player_id: PlayerId, command: AnyUndoCommand, *, key: str) -> Table:
        """Take moves back, ask to, answer who asks, or restore them."""
        return await self._execute(game_id, command, player_id, key)

    async def resign(self, game_id: GameId, player_id: PlayerId, *, key: str) -> Table:
        """Give the game up."""
        return await self._execute(game_id, Resign(), player_id, key)

    async def rematch(self, game_id: GameId, player_id: PlayerId, *, key: str, nonce_hash: str = "") -> Table:
        """Play a finished game again with the same people in the same seats; gives the new table.

        The first who asks sets it up and sits down, the others join by asking too. The new id follows from the old one,
        so that two who ask at once meet at one table; each step can be repeated after a crash between two of them.
        """
        old = await self._loader.load(game_id)
        if not self.may_see(old, player_id):
            raise GameNotFound
        if old.seat_of(self._actor(player_id, game_id)) is None:
            raise NotSeated("Only those who played can ask for a rematch.")
        check_nonce(is_strict=old.strict_start, nonce="", nonce_hash=nonce_hash)
        new_id = self._install.rematch_id(game_id)
        await self._note_rematch(old, player_id, new_id)
        await self._link(player_id, new_id)
        try:
            return await self._execute(
                new_id, await self._rematch_plan(old, player_id, nonce_hash), player_id, f"rematch {key}"
            )
        except AlreadyCreated:
            pass
        try:
            command = self._join(new_id, player_id, None, "", nonce_hash)
            return await self._execute(new_id, command, player_id, f"join {key}")
        except AlreadySeated:
            return self._table(await self._loader.load(new_id), player_id)

    # The parts of these

    async def _execute(self, game_id: GameId, command: AnyCommand, player_id: PlayerId, key: str) -> Table:
        try:
            executed: Executed = await self._commanding.execute(
                game_id, command, actor=self._actor(player_id, game_id), key=self._stored_key(player_id, key, command)
            )
        except (Refused, GamePaused):
            if not isinstance(command, CreateGame | CreatePractice):
                await self._require_allowed(game_id, player_id, command)
            raise
        return self._table(executed.game, player_id, executed.before)

    def _stored_key(self, player_id: PlayerId, key: str, command: AnyCommand) -> str:
        """Give the key as the log remembers it for good: a decision's id as it is, a client's own words unreadable."""
        is_decision = isinstance(command, MakeMove) and key == command.decision
        return key if is_decision else self._install.command_key(player_id, key)

    async def _require_allowed(self, game_id: GameId, player_id: PlayerId, command: AnyCommand) -> None:
        """Raise ``GameNotFound`` where a refusal would tell somebody of a table that is none of theirs."""
        game = await self._loader.load(game_id)
        is_joining = isinstance(command, JoinGame)  # was let in before, maybe by an invite code
        if not is_joining and not self.may_see(game, player_id):
            raise GameNotFound

    async def _link(self, player_id: PlayerId, game_id: GameId) -> Pseudonym:
        """Remember who is behind a pseudonym, before it stands in a log for the first time."""
        pseudonym = self._install.pseudonym(player_id, game_id)
        await self._players.link(pseudonym, player_id)
        return pseudonym

    def _table(self, game: AnyGame, player_id: PlayerId | None, before: AnyGame | None = None) -> Table:
        rules = self._loader.rules_of(game)
        viewer = self.viewer_of(game, player_id)
        return Table(rules=rules, game=game, viewer=viewer, seen=seen_by(rules, game, viewer), before=before)

    async def _note_rematch(self, old: AnyGame, player_id: PlayerId, new_id: GameId) -> None:
        """Point from the old game to the new one, unless it already does. Raises ``NotFinished`` while it is played."""
        if old.rematch is not None:
            return
        with suppress(RematchExists):
            await self._commanding.execute(
                old.id, OfferRematch(game=new_id), actor=self._actor(player_id, old.id), key=REMATCH_KEY
            )

    async def _rematch_plan(self, old: AnyGame, player_id: PlayerId, nonce_hash: str) -> CreateGame[Any]:
        new_id = self._install.rematch_id(old.id)
        return CreateGame(
            game=old.name,
            options=old.options,
            seats=tuple([await self._seat_again(old, seat, player_id, new_id) for seat in range(len(old.seats))]),
            nonce="" if old.strict_start else self._nonce("", player_id, new_id),
            watchable=old.watchable,
            starts_when_full=True,
            previous_game=old.id,
            previous=old.outcome,
            undo=old.undo,
            what_if=old.what_if,
            strict_start=old.strict_start,
            nonce_hash=nonce_hash,
        )

    async def _seat_again(self, old: AnyGame, seat: Seat, player_id: PlayerId, new_id: GameId) -> SeatPlan:
        holder = old.seats[seat]
        if holder.kind == "bot":
            return SeatPlan(kind="bot", level=holder.level)
        if holder.kind == "empty":
            return SeatPlan(kind="open")
        sitting = await self._players.player_behind(holder.pseudonym)
        if sitting is None:
            return SeatPlan(kind="open")
        if sitting == player_id:
            return SeatPlan(kind="host")
        return SeatPlan(kind="reserved", pseudonym=await self._link(sitting, new_id))

    def _join(self, game_id: GameId, player_id: PlayerId, seat: Seat | None, nonce: str, nonce_hash: str) -> JoinGame:
        """Plan sitting down. Who gives neither nonce nor hash gets a nonce."""
        nonce = nonce if nonce_hash else self._nonce(nonce, player_id, game_id)
        return JoinGame(seat=seat, nonce=nonce, nonce_hash=nonce_hash)

    def _nonce(self, given: str, player_id: PlayerId, game_id: GameId) -> str:
        return given or self._install.nonce(player_id, game_id)

    def _actor(self, player_id: PlayerId, game_id: GameId) -> str:
        return player_actor(self._install.pseudonym(player_id, game_id))
