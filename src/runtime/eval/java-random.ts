const MULTIPLIER = 0x5deece66dn;
const MASK = (1n << 48n) - 1n;

/** The numbers of `java.util.Random` (its documentation gives the generator): a linear congruential one over 48 bits. */
export class JavaRandom {
  private seed: bigint;

  constructor(seed: bigint) {
    this.seed = (seed ^ MULTIPLIER) & MASK;
  }

  /** The upper bits of the next state, signed. */
  private next(bits: number): number {
    this.seed = (this.seed * MULTIPLIER + 0xbn) & MASK;
    return Number(BigInt.asIntN(32, this.seed >> BigInt(48 - bits)));
  }

  /** From 0 to below 1. */
  nextDouble(): number {
    const high = this.next(26);
    return (high * 2 ** 27 + this.next(27)) * 2 ** -53;
  }

  nextLong(): bigint {
    const high = BigInt(this.next(32));
    return BigInt.asIntN(64, (high << 32n) + BigInt(this.next(32)));
  }

  /** From 0 to below a bound, which must be positive. */
  nextInt(bound: number): number {
    if ((bound & -bound) === bound) return Number((BigInt(bound) * BigInt(this.next(31))) >> 31n);
    for (;;) {
      const bits = this.next(31);
      const value = bits % bound;
      // Numbers from the incomplete last stretch would make small values likelier.
      if (bits - value + (bound - 1) <= 0x7fffffff) return value;
    }
  }
}
