"""What is set for a moment rings once, at that moment."""

import asyncio

from workers.alarms import Alarms


async def test_the_first_moment_rings_first_and_each_thing_once() -> None:
    seconds = [100.0]
    alarms: Alarms[str] = Alarms(lambda: seconds[0])
    alarms.set("late", 2.0)
    alarms.set("early", 1.0)
    alarms.set("early", 0.0)
    ringing = asyncio.ensure_future(alarms.next())
    await asyncio.sleep(0.01)
    assert not ringing.done(), "what was set again keeps its first moment"
    ringing.cancel()
    seconds[0] += 5.0
    assert [await alarms.next(), await alarms.next()] == ["early", "late"]
    alarms.set("early", 0.0)
    assert await alarms.next() == "early", "once it rang it can be set anew"


async def test_one_that_is_set_meanwhile_is_waited_for() -> None:
    seconds = asyncio.get_running_loop().time
    alarms: Alarms[str] = Alarms(seconds)
    alarms.set("late", 60.0)
    ringing = asyncio.ensure_future(alarms.next())
    await asyncio.sleep(0)
    began = seconds()
    alarms.set("soon", 0.05)
    assert await asyncio.wait_for(ringing, 5.0) == "soon"
    assert seconds() - began >= 0.05
