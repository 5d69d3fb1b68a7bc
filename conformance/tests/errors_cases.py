#!/usr/bin/env python3
"""Writes errors_cases.tsv: errors of a result against an exact number, from the definitions' own words.

Independent of the program: floating-point numbers are enumerated by their ordinals, their neighbours found
by bisection, all arithmetic is on fractions. r is mantissa * 2^exponent."""
import random
from fractions import Fraction

TYPES = {"half": (11, 15), "bfloat16": (8, 127), "float": (24, 127), "double": (53, 1023)}


class Grid:
    def __init__(self, name):
        self.name = name
        self.p, self.emax = TYPES[name]
        self.infinity = (2 * self.emax + 1) << (self.p - 1)

    def value(self, ordinal):
        """The number at an ordinal >= 0; infinity as the next power of two."""
        field, fraction = divmod(ordinal, 1 << (self.p - 1))
        if field:
            fraction += 1 << (self.p - 1)
            field -= 1
        return Fraction(fraction) * Fraction(2) ** (field + 1 - self.emax - (self.p - 1))

    def below(self, r):
        """The largest ordinal whose number is <= r, for r >= 0."""
        lo, hi = 0, self.infinity
        while lo < hi:
            middle = (lo + hi + 1) // 2
            lo, hi = (middle, hi) if self.value(middle) <= r else (lo, middle - 1)
        return lo

    def ulp(self, r):
        a = min(self.below(r), self.infinity - 1)
        if self.value(a) == r:  # the two finite numbers nearest to r: itself, and a neighbour
            gaps = [abs(self.value(n) - r) for n in (a - 1, a + 1) if 0 <= n < self.infinity]
            return min(gaps)
        if a == self.infinity - 1:
            return self.value(a) - self.value(a - 1)
        return self.value(a + 1) - self.value(a)

    def position(self, r):
        a = self.below(r)
        if a == self.infinity:
            return Fraction(a)
        return a + (r - self.value(a)) / (self.value(a + 1) - self.value(a))

    def rounded(self, r, negative, rounding):
        a = self.below(r)
        if rounding == "zero" or rounding == ("up" if negative else "down"):
            return min(a, self.infinity - 1)
        if a == self.infinity or self.value(a) == r:
            return a
        if rounding != "nearest":
            return a + 1
        above, below = self.value(a + 1) - r, r - self.value(a)
        return a + 1 if above < below or (above == below and a % 2) else a


def show(ordinal, grid):
    sign = "-" if ordinal < 0 else ""
    ordinal = abs(ordinal)
    return sign + ("inf" if ordinal == grid.infinity else "%x" % ordinal)


def number(f):
    """The nearest double: Python divides integers with one rounding."""
    try:
        return repr(f.numerator / f.denominator)
    except OverflowError:
        return "inf"


def row(grid, rounding, mantissa, exponent, y):
    r = Fraction(mantissa) * Fraction(2) ** exponent
    negative = r < 0
    sign = -1 if negative else 1
    magnitude = abs(r)
    want = sign * grid.rounded(magnitude, negative, rounding)
    given = grid.value(abs(y)) * (-1 if y < 0 else 1)
    overflows = grid.rounded(magnitude, negative, "nearest") == grid.infinity
    infinite = abs(y) == grid.infinity
    gap = abs(given - r)
    if overflows and (infinite or (y == want and magnitude >= grid.value(grid.infinity))):
        gap = Fraction(0)
    return "\t".join([grid.name, rounding, str(mantissa), str(exponent), show(y, grid), show(want, grid),
                      number(gap / grid.ulp(magnitude)), str(abs(y - want)),
                      number(abs(y - sign * grid.position(magnitude))), number(gap), number(gap / magnitude)])


def near(random, grid):
    """An ordinal, mostly where something changes: binades' ends, subnormals, the largest."""
    half = 1 << (grid.p - 1)
    kind = random.randrange(5)
    if kind == 0:
        return random.randrange(1, grid.infinity)
    if kind == 1:
        return random.randrange(1, half)
    if kind == 2:
        return max(1, grid.infinity - random.randrange(1, 4))
    return max(1, random.randrange(1, 2 * grid.emax + 1) * half + random.randrange(-2, 3))


def case(random, grid):
    at = near(random, grid)
    low, high = grid.value(at), grid.value(at + 1)
    # On a number, on a tie, beside either by very little, or anywhere between.
    share = random.choice([Fraction(0), Fraction(1, 2), Fraction(1, 1 << 70), Fraction(1, 2) - Fraction(1, 1 << 80),
                           Fraction(random.getrandbits(60) | 1, 1 << 60), Fraction(random.getrandbits(9), 1 << 9)])
    r = low + (high - low) * share
    if random.randrange(12) == 0:
        r *= Fraction(2) ** random.choice([1, 40, 3000])
    if random.randrange(20) == 0:
        r /= Fraction(2) ** random.choice([40, 3000])
    step = random.choice([0, 0, 0, 1, 1, -1, 2, -3, 17, -100, 5000])
    y = min(max(at + step, -grid.infinity + 1), grid.infinity)
    if random.randrange(25) == 0:
        y = 0
    if random.randrange(25) == 0 and y != grid.infinity:
        y = -y
    negative = random.randrange(2)
    exponent = -(r.denominator.bit_length() - 1)
    mantissa = r.numerator
    return (-mantissa, exponent, -y) if negative else (mantissa, exponent, y)


def main():
    source = random.Random(754)
    print("# Written by errors_cases.py. ordinals: hexadecimal, with a sign; r = mantissa * 2^exponent")
    print("type\trounding\tmantissa\texponent\ty\twant\topencl\tcuda\tordinal\tabs\trel")
    for name in TYPES:
        grid = Grid(name)
        for k in range(300):
            rounding = "nearest" if k % 5 else source.choice(["zero", "up", "down"])
            print(row(grid, rounding, *case(source, grid)))


main()
