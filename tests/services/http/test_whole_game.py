"""A whole game over HTTP, with nothing but what HTTP tells."""

import random

from services.stream.connect import StoreClients
from tests.support.web import open_web, play_to_the_end


async def test_two_people_set_up_a_table_and_play_it_to_the_end(fake_store: StoreClients) -> None:
    async with open_web(fake_store) as web:
        anna, bert = await web.guest("Anna"), await web.guest("Bert")
        seats = [{"kind": "host"}, {"kind": "open"}]
        created = await anna.post("/games", {"game": "dragon_overload", "seats": seats})
        assert created.status_code == 201, created.text
        path = created.headers["location"]
        assert path == f"/games/{created.json()['id']}"
        invitation = (await anna.post(f"{path}/invite")).json()
        assert (await bert.get(path)).status_code == 404
        assert (await bert.get(path, params={"invite": invitation["code"]})).status_code == 200
        joined = await bert.post(f"{path}/join", {"invite": invitation["code"]})
        assert [seat["name"] for seat in joined.json()["seats"]] == ["Anna", "Bert"]
        started = await anna.post(f"{path}/start")
        assert started.json()["phase"] == "playing"
        await play_to_the_end(created.json()["id"], [anna, bert], random.Random(1))
        table = (await bert.get(path)).json()
        assert sorted(table["outcome"]["placings"]) == [1, 2]
        assert table["secret"]
