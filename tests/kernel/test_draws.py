"""Where throws come from: seals, the derivation from secrets, and fair dice (case 4)."""

import hashlib
from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.kernel.chance import Choice, Shuffle, Throw
from pasch.kernel.draws import Source, seal

SECRET = bytes(range(32))
SHARES = (bytes(16), bytes([255] * 16))
SOURCE = Source(SECRET, "m-1", SHARES)

CHI_SQUARE_5 = 30.9
"""A fair die stays below this in all but one of 100,000 tests (5 degrees of freedom)."""


def test_seal_is_sha_256() -> None:
    assert seal(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert seal(SECRET) == hashlib.sha256(SECRET).hexdigest()


def _stream(secret: bytes, match: str, shares: str, number: int, blocks: int) -> bytes:
    """Return the stream as the rulebook describes it, from HMAC's own definition (RFC 2104)."""
    key = secret.ljust(64, b"\0")
    inner, outer = bytes(b ^ 0x36 for b in key), bytes(b ^ 0x5C for b in key)
    stream = b""
    for k in range(blocks):
        text = f"{match}|{shares}|{number}|{k}".encode("ascii")
        stream += hashlib.sha256(outer + hashlib.sha256(inner + text).digest()).digest()
    return stream


def _numbers(stream: bytes, bound: int) -> list[int]:
    return [byte % bound for byte in stream if byte < 256 - 256 % bound]


SHARES_HEX = "00" * 16 + "," + "ff" * 16


@pytest.mark.parametrize("number", [1, 2, 10, 100])
@pytest.mark.parametrize("dice", [1, 5, 200])
def test_throws_follow_the_derivation(number: int, dice: int) -> None:
    numbers = _numbers(_stream(SECRET, "m-1", SHARES_HEX, number, 10), 6)
    expected = " ".join(str(value + 1) for value in numbers[:dice])
    assert SOURCE.draw(Throw(dice), number) == expected


@pytest.mark.parametrize("of", [1, 2, 3, 5, 7, 8])
def test_choices_follow_the_derivation(of: int) -> None:
    chosen = _numbers(_stream(SECRET, "m-1", SHARES_HEX, 3, 1), of)[0] + 1
    assert SOURCE.draw(Choice("start", of), 3) == f"start {chosen}"


@pytest.mark.parametrize("count", [1, 2, 28, 91])
def test_shuffles_follow_the_derivation(count: int) -> None:
    items = [f"i{place}" for place in range(count)]
    stream = iter(_stream(SECRET, "m-1", SHARES_HEX, 1, 40))
    for i in range(count, 1, -1):
        j = 1 + next(byte % i for byte in stream if byte < 256 - 256 % i)
        items[i - 1], items[j - 1] = items[j - 1], items[i - 1]
    request = Shuffle(tuple(f"i{place}" for place in range(count)))
    assert SOURCE.draw(request, 1) == " ".join(items)


def test_known_vector() -> None:
    """The block comes from `openssl dgst -sha256 -mac hmac`, its first bytes modulo 6 by hand."""
    block = "7081211c74fdc34c8461a4e4ced47b38f1159fd6e2ddeb6407a723bbd06cf018"
    assert _stream(SECRET, "m-1", SHARES_HEX, 1, 1).hex() == block
    assert SOURCE.draw(Throw(5), 1) == "5 4 4 5 3"


def test_skipped_bytes() -> None:
    """A block with a byte of 252 or more gives one die less."""
    number = next(n for n in range(1, 100) if max(_stream(SECRET, "m-1", SHARES_HEX, n, 1)) > 251)
    block = _stream(SECRET, "m-1", SHARES_HEX, number, 1)
    kept = [byte for byte in block if byte < 252]
    assert len(kept) < 32
    assert SOURCE.draw(Throw(len(kept)), number) == " ".join(str(b % 6 + 1) for b in kept)


@given(st.binary(min_size=32, max_size=32), st.integers(1, 10_000))
def test_draws_are_outcomes_of_their_request(secret: bytes, number: int) -> None:
    source = Source(secret, "m", SHARES)
    for request in (Throw(5), Choice("start", 4), Shuffle(("a", "b", "c"))):
        text = source.draw(request, number)
        assert request.write(request.read(text)) == text
        assert source.draw(request, number) == text


@pytest.mark.parametrize(
    "other",
    [
        Source(bytes(32), "m-1", SHARES),
        Source(SECRET, "m-2", SHARES),
        Source(SECRET, "m-1", SHARES[::-1]),
    ],
)
def test_secret_match_and_shares_all_count(other: Source) -> None:
    assert other.draw(Throw(20), 1) != SOURCE.draw(Throw(20), 1)


def _chi_square(observed: Counter[str], kinds: int) -> float:
    expected = observed.total() / kinds
    return sum((count - expected) ** 2 / expected for count in observed.values())


def test_every_face_appears_equally_often_case_4() -> None:
    """Throws as in a match, one a number: range, and a chi-square for each place on the table."""
    throws = [SOURCE.draw(Throw(5), number).split(" ") for number in range(1, 12_001)]
    for faces in zip(*throws, strict=True):
        observed = Counter(faces)
        assert set(observed) == set("123456")
        assert _chi_square(observed, 6) < CHI_SQUARE_5


def test_six_appears_as_often_in_short_throws_case_4() -> None:
    observed = Counter(SOURCE.draw(Throw(1), number) for number in range(1, 12_001))
    assert set(observed) == set("123456")
    assert _chi_square(observed, 6) < CHI_SQUARE_5


def test_a_loaded_die_would_be_found_case_4() -> None:
    """The test can fail: bytes taken modulo 6 without skipping favour 1 to 4 by one in 43."""
    faces = [str(byte % 6 + 1) for n in range(1, 12_001) for byte in _stream(b"", "m", "", n, 1)]
    assert _chi_square(Counter(faces), 6) > CHI_SQUARE_5


def test_shuffled_cards_come_first_equally_often_case_4() -> None:
    request = Shuffle(("1", "2", "3", "4", "5", "6"))
    orders = [SOURCE.draw(request, number).split(" ") for number in range(1, 6_001)]
    for cards in islice(zip(*orders, strict=True), 6):
        assert _chi_square(Counter(cards), 6) < CHI_SQUARE_5
