/**
 * Java's `Double.toString`: plain decimals for 1E-3 ≤ |x| < 1E7 (always with a fraction, `100.0`), else one digit before the point and an
 * exponent (`1.0E8`, `2.7749999999999996E7`). Costs, row counts and literals of plans print so.
 */
export function javaDouble(x: number): string {
  if (Number.isNaN(x)) return 'NaN';
  if (!Number.isFinite(x)) return x > 0 ? 'Infinity' : '-Infinity';
  if (x === 0) return Object.is(x, -0) ? '-0.0' : '0.0';
  const magnitude = Math.abs(x);
  if (magnitude >= 1e-3 && magnitude < 1e7) {
    const text = String(x);
    return text.includes('.') ? text : `${text}.0`;
  }
  const [digits = '0', exponent = '0'] = x.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${Number(exponent)}`;
}
