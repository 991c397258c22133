import { javaDouble } from '../../base/java-double.ts';

/**
 * `Double.toString` and `Float.toString` of Java 17, which write large whole numbers out (2^60 is 1.15292150460684698E18) where shorter
 * digits would do.
 */

/** Digits of a whole number that its size makes meaningless: as many as 2^p has, less one. */
function meaninglessDigits(p: number): number {
  return p > 1 && p < 64 ? String(2n ** BigInt(p)).length - 1 : 0;
}

function scientific(digits: string): string {
  const trimmed = digits.replace(/0+$/, '') || '0';
  return `${trimmed[0]}.${trimmed.slice(1) || '0'}E${digits.length - 1}`;
}

/** The text of a whole number of more significant bits than the type has, but fewer than 63; undefined for other numbers. */
function largeWholeText(x: number, significantBits: number): string | undefined {
  const size = Math.abs(x);
  if (!Number.isInteger(x) || size < 2 ** significantBits || size >= 2 ** 63) return undefined;
  const exponent = Math.floor(Math.log2(size));
  const drop = meaninglessDigits(exponent - significantBits - 1);
  let n = BigInt(size);
  if (drop > 0) {
    const unit = 10n ** BigInt(drop);
    const rest = n % unit;
    n -= rest;
    if (rest >= unit / 2n) n += unit;
  }
  return `${x < 0 ? '-' : ''}${scientific(n.toString())}`;
}

export function javaDoubleText(x: number): string {
  return largeWholeText(x, 53) ?? javaDouble(x);
}

export function javaFloatText(f: number): string {
  const large = largeWholeText(f, 24);
  if (large !== undefined) return large;
  // Numbers too small to be normalised show two digits at least.
  for (let digits = Math.abs(f) < 2 ** -126 ? 2 : 1; digits <= 9; digits++) {
    const candidate = Number(f.toPrecision(digits));
    if (Math.fround(candidate) === f) return javaDouble(candidate);
  }
  return javaDouble(f);
}
