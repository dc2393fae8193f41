"""Which names people can go by."""

import pytest

from domain.bots.bot import BOTS
from services.names import LONGEST_NAME, InvalidName, clean_name
from services.seat_names import distinct

LIKE_THOSE_OF_OTHERS = [
    *(bot.title for bot in BOTS.values()),
    *distinct(["Greedy bot", "Greedy bot"]),
    "greedy  BOT",
    "Greedybot",
    "Greedy-bot.",
    "\uff27\uff52\uff45\uff45\uff44\uff59 \uff42\uff4f\uff54",
    "\U0001d406reedy bot",
    "greedy bot\u00b2",
    "nobody yet",
    "Nobody Yet",
    "somebody",
    "a former player",
    "The Administrator",
    "\u017fomebody",
    "Gr\u0435\u0435dy b\u043et",  # Cyrillic
    "Greedy b0t",
    "Greedy bot (2)",
    "ADMINISTRATOR",
    "adm\u0456nistrator",
    "A \u1e1eormer p|ayer",
]


@pytest.mark.parametrize(
    ("given", "cleaned"),
    [
        ("Anna", "Anna"),
        ("  Anna   Maria ", "Anna Maria"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("\u00c5sa", "\u00c5sa"),
        ("\u5c71\u7530", "\u5c71\u7530"),
        ("\u0645\u0631\u064a\u0645", "\u0645\u0631\u064a\u0645"),
        ("\u0928\u093f\u0936\u093e", "\u0928\u093f\u0936\u093e"),
        ("O'Neil-Smith, Jr.", "O'Neil-Smith, Jr."),
        ("\U0001f409", "\U0001f409"),
        ("7", "7"),
        ("Greedy", "Greedy"),
        ("A greedy bot", "A greedy bot"),
        ("Nobody", "Nobody"),
        ("Somebody else", "Somebody else"),
        ("Tom & Jerry", "Tom & Jerry"),
        ('Anna "Ace" Ek', 'Anna "Ace" Ek'),
        ("&lt;b&gt;", "&lt;b&gt;"),
        ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
        ("e\u0301" * LONGEST_NAME, "\u00e9" * LONGEST_NAME),
    ],
)
def test_a_name_is_kept_in_its_composed_form(given: str, cleaned: str) -> None:
    assert clean_name(given) == cleaned
    assert clean_name(cleaned) == cleaned


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("x" * (LONGEST_NAME + 1), "41 characters"),
        ("a\nb", "control"),
        ("a\x00b", "control"),
        ("a\x85b", "control"),
        ("a\x1b[31mb", "control"),
        ("a\u200bb", "U\\+200B"),
        ("a\u200db", "U\\+200D"),
        ("a\u2028b", "U\\+2028"),
        ("a\u202eb", "U\\+202E"),
        ("a\u2066b", "U\\+2066"),
        ("a\ufeffb", "U\\+FEFF"),
        ("a\u00adb", "U\\+00AD"),
        ("a\ufe0fb", "U\\+FE0F"),
        ("a\U000e0041b", "U\\+E0041"),
        ("a\ue000b", "U\\+E000"),
        ("a\ud800b", "U\\+D800"),
        ("a\u0378b", "U\\+0378"),
        ("\u3164", "U\\+3164"),
        ("\u2800", "U\\+2800"),
        ("a\u00a0b", "unusual space"),
        ("a\u3000b", "unusual space"),
        ("<b>", "<"),
        ("a`b", "`"),
        ("a\\b", "leave out"),
        ("a" + "\u0316" * 4, "marks"),
        ("...", "no letter"),
        ("You", "the reader's"),
        ("y\u043eu", "the reader's"),
        *((name, "taken for a bot's") for name in LIKE_THOSE_OF_OTHERS),
    ],
)
def test_a_name_that_cannot_be_used_says_why(name: str, reason: str) -> None:
    with pytest.raises(InvalidName, match=reason):
        clean_name(name)
