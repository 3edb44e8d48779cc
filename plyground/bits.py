"""Boards as integers: one bit a cell.

A board of up to 62 cells is a plain int. A larger one, up to 124 cells, is a `Wide`: two ints with
the same operators, so that rules are written once and fit both.

    Wide(low, high)      bit 123 … 62 | 61 … 0
                              high        low

Ints stay below 2**62 and are never negative: there Python's integers and the machine's agree bit
for bit.
"""

from typing import NamedTuple, cast

from plyground.jit import compiled, instruction, operators

WORD = 62
FULL = (1 << WORD) - 1
MOST = 2 * WORD


@operators
class Wide(NamedTuple):
    """An integer of up to 124 bits."""

    low: int
    high: int

    def __and__(self, other: "Wide") -> "Wide":
        return Wide(self.low & other.low, self.high & other.high)

    def __or__(self, other: "Wide") -> "Wide":
        return Wide(self.low | other.low, self.high | other.high)

    def __xor__(self, other: "Wide") -> "Wide":
        return Wide(self.low ^ other.low, self.high ^ other.high)

    def __lshift__(self, other: int) -> "Wide":
        if other >= WORD:
            return Wide(0, (self.low << (other - WORD)) & FULL)
        carried = self.low >> (WORD - other)
        return Wide((self.low << other) & FULL, ((self.high << other) & FULL) | carried)

    def __rshift__(self, other: int) -> "Wide":
        if other >= WORD:
            return Wide(self.high >> (other - WORD), 0)
        carried = (self.high << (WORD - other)) & FULL
        return Wide((self.low >> other) | carried, self.high >> other)

    def __bool__(self) -> bool:
        raise TypeError("a Wide board is neither true nor false: compare it with the empty board")

    def __index__(self) -> int:
        return self.low | self.high << WORD

    def popcount(self) -> int:
        return popcount(self.low) + popcount(self.high)

    def lowest(self) -> int:
        return lowest(self.low) if self.low else WORD + lowest(self.high)

    def without_lowest(self) -> "Wide":
        if self.low:
            return Wide(without_lowest(self.low), self.high)
        return Wide(0, without_lowest(self.high))


@instruction(wide=Wide.popcount)
def popcount(bits: int) -> int:
    """How many bits are set."""
    return bits.popcount() if isinstance(bits, Wide) else bits.bit_count()


@instruction(wide=Wide.lowest)
def lowest(bits: int) -> int:
    """The number of the lowest bit that is set; `bits` must not be 0."""
    return bits.lowest() if isinstance(bits, Wide) else (bits & -bits).bit_length() - 1


@instruction(wide=Wide.without_lowest)
def without_lowest(bits: int) -> int:
    """All bits but the lowest that is set."""
    return bits.without_lowest() if isinstance(bits, Wide) else bits & (bits - 1)


@instruction()
def reverse(bits: int) -> int:
    """Bit i goes to bit 62 - i; shift the result right to turn a narrower board."""
    return int(f"{bits:063b}"[::-1], 2)


def board(bits: int, cells: int) -> int:
    """A Python integer as a board of so many cells: itself, or a `Wide` that acts like it."""
    return bits if cells <= WORD else cast(int, Wide(bits & FULL, bits >> WORD))


@compiled
def scrambled(number: int) -> int:
    """A random-looking number below 2**62 for each one, after the finisher of SplitMix64.

    The only place where arithmetic wraps around: the lowest 62 bits of a product are the same
    whether the machine drops the bits above 64 or Python keeps them all.
    """
    number = ((number ^ number >> 30) * 0x3F58476D1CE4E5B9) & FULL
    number = ((number ^ number >> 27) * 0x14D049BB133111EB) & FULL
    return number ^ number >> 31


GOLDEN = 0x1E3779B97F4A7C15  # an odd step, far from any short cycle of 62-bit numbers


@compiled
def dice(seed: int, number: int) -> int:
    """The state of the dice before game `number` under `seed`; advance it with `rolled`."""
    return scrambled((scrambled(seed) + number) & FULL)


@compiled
def rolled(state: int) -> int:
    """The next state; scrambled, it is what the dice show."""
    return (state + GOLDEN) & FULL


@compiled
def below(number: int, limit: int) -> int:
    """A scrambled number as one of 0 … limit - 1, evenly up to one part in 2**31."""
    return (number >> 31) * limit >> 31
