/**
 * Inverse trigonometric and hyperbolic functions as Java's `StrictMath` defines them, bit for bit: by the approximations of Sun's fdlibm. Those
 * of `Math` differ in their last digit from one JavaScript engine to the next.
 */

/** Value of a polynomial, its coefficients from the constant one on. */
function polynomial(x: number, coefficients: readonly number[]): number {
  let value = 0;
  for (let i = coefficients.length - 1; i >= 0; i--) value = (coefficients[i] ?? 0) + x * value;
  return value;
}

const HALF_PI = 1.570796326794896558;
const HALF_PI_REST = 6.12323399573676603587e-17;

/** arctan of 0.5, 1, 1.5 and ∞, each with what a double leaves of it. */
const ATAN_ANCHORS: readonly (readonly [number, number])[] = [
  [4.63647609000806093515e-1, 2.26987774529616870924e-17],
  [7.85398163397448278999e-1, 3.06161699786838301793e-17],
  [9.82793723247329054082e-1, 1.39033110312309984516e-17],
  [HALF_PI, HALF_PI_REST],
];

const ATAN_EVEN: readonly number[] = [
  3.33333333333329318027e-1, 1.42857142725034663711e-1, 9.09088713343650656196e-2, 6.66107313738753120669e-2, 4.97687799461593236017e-2,
  1.62858201153657823623e-2,
];
const ATAN_ODD: readonly number[] = [
  -1.99999999998764832476e-1, -1.1111110405462355788e-1, -7.69187620504482999495e-2, -5.83357013379057348645e-2, -3.6531572744216915527e-2,
];

/** The argument moved near 0, and the anchor it was moved by. */
function atanAnchor(size: number): readonly [argument: number, anchor: readonly [number, number] | undefined] {
  if (size < 0.4375) return [size, undefined];
  if (size < 0.6875) return [(2 * size - 1) / (2 + size), ATAN_ANCHORS[0]];
  if (size < 1.1875) return [(size - 1) / (size + 1), ATAN_ANCHORS[1]];
  if (size < 2.4375) return [(size - 1.5) / (1 + 1.5 * size), ATAN_ANCHORS[2]];
  return [-1 / size, ATAN_ANCHORS[3]];
}

export function atan(x: number): number {
  const size = Math.abs(x);
  if (Number.isNaN(x)) return NaN;
  if (size >= 2 ** 66) return Math.sign(x) * (HALF_PI + HALF_PI_REST);
  if (size < 2 ** -29) return x;
  const [t, anchor] = atanAnchor(size);
  const z = t * t;
  const w = z * z;
  const correction = t * (z * polynomial(w, ATAN_EVEN) + w * polynomial(w, ATAN_ODD));
  const value = anchor ? anchor[0] - (correction - anchor[1] - t) : t - correction;
  return x < 0 ? -value : value;
}

const ASIN_TOP: readonly number[] = [
  1.66666666666666657415e-1, -3.25565818622400915405e-1, 2.01212532134862925881e-1, -4.00555345006794114027e-2, 7.91534994289814532176e-4,
  3.4793310759602116757e-5,
];
const ASIN_BOTTOM: readonly number[] = [
  1, -2.40339491173441421878, 2.02094576023350569471, -6.8828397160545329303e-1, 7.70381505559019352791e-2,
];

/** asin(s) / s − 1 by s². */
function asinRatio(square: number): number {
  return (square * polynomial(square, ASIN_TOP)) / polynomial(square, ASIN_BOTTOM);
}

/** The double with the lower half of its bits cleared. */
function upperHalf(x: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  view.setUint32(4, 0);
  return view.getFloat64(0);
}

export function asin(x: number): number {
  const size = Math.abs(x);
  if (!(size <= 1)) return NaN;
  if (size === 1) return x * HALF_PI + x * HALF_PI_REST;
  if (size < 0.5) return size < 2 ** -27 ? x : x + x * asinRatio(x * x);
  const t = (1 - size) * 0.5;
  const ratio = asinRatio(t);
  const s = Math.sqrt(t);
  let value: number;
  if (size > ASIN_NEAR_ONE) value = HALF_PI - (2 * (s + s * ratio) - HALF_PI_REST);
  else {
    const head = upperHalf(s);
    const rest = (t - head * head) / (s + head);
    const p = 2 * s * ratio - (HALF_PI_REST - 2 * rest);
    const q = QUARTER_PI - 2 * head;
    value = QUARTER_PI - (p - q);
  }
  return x < 0 ? -value : value;
}

const QUARTER_PI = 7.85398163397448278999e-1;
/** 0x3FEF3333 as the upper half: about 0.975. */
const ASIN_NEAR_ONE = 0.97499990463256836;

export function acos(x: number): number {
  const size = Math.abs(x);
  if (!(size <= 1)) return NaN;
  if (x === 1) return 0;
  if (x === -1) return 2 * HALF_PI + 2 * HALF_PI_REST;
  if (size < 0.5) {
    if (size <= 2 ** -57) return HALF_PI + HALF_PI_REST;
    return HALF_PI - (x - (HALF_PI_REST - x * asinRatio(x * x)));
  }
  if (x < 0) {
    const z = (1 + x) * 0.5;
    const s = Math.sqrt(z);
    const w = asinRatio(z) * s - HALF_PI_REST;
    return 2 * HALF_PI - 2 * (s + w);
  }
  const z = (1 - x) * 0.5;
  const s = Math.sqrt(z);
  const head = upperHalf(s);
  const rest = (z - head * head) / (s + head);
  return 2 * (head + (asinRatio(z) * s + rest));
}

const PI = 3.141592653589793116;
const PI_REST = 1.2246467991473531772e-16;

export function atan2(y: number, x: number): number {
  // Zeros, infinities and NaN: the language says what comes out, and it is what Java says.
  if (!Number.isFinite(x) || !Number.isFinite(y) || x === 0 || y === 0) return Math.atan2(y, x);
  if (x === 1) return atan(y);
  const exponents = exponentOf(y) - exponentOf(x);
  let z: number;
  if (exponents > 60) z = HALF_PI + 0.5 * PI_REST;
  else if (x < 0 && exponents < -60) z = 0;
  else z = atan(Math.abs(y / x));
  if (x > 0) return y < 0 ? -z : z;
  return y < 0 ? z - PI_REST - PI : PI - (z - PI_REST);
}

/** The exponent as the bits of the double have it. */
function exponentOf(x: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  return (view.getUint16(0) & 0x7fff) >> 4;
}

const LN2_HEAD = 6.9314718036912381649e-1;
const LN2_REST = 1.90821492927058770002e-10;
const ONE_BY_LN2 = 1.442695040888963387;

const EXPM1: readonly number[] = [
  1, -3.33333333333331316428e-2, 1.58730158725481460165e-3, -7.93650757867487942473e-5, 4.00821782732936239552e-6,
  -2.01099218183624371326e-7,
];

/** e^x − 1 for finite x up to 710. */
function expm1(x: number): number {
  const size = Math.abs(x);
  if (x < -56 * Math.LN2) return -1;
  let k = 0;
  let r = x;
  let c = 0;
  if (size > 0.5 * Math.LN2) {
    // Below 1.5 ln 2 one step is taken by comparison, as fdlibm does.
    k = size < 1.5 * Math.LN2 ? Math.sign(x) : Math.trunc(ONE_BY_LN2 * x + (x < 0 ? -0.5 : 0.5));
    const hi = x - k * LN2_HEAD;
    const lo = k * LN2_REST;
    r = hi - lo;
    c = hi - r - lo;
  } else if (size < 2 ** -54) return x;
  const half = 0.5 * r;
  const h = r * half;
  const r1 = polynomial(h, EXPM1);
  const t = 3 - r1 * half;
  let e = h * ((r1 - t) / (6 - r * t));
  if (k === 0) return r - (r * e - h);
  e = r * (e - c) - c - h;
  if (k === -1) return 0.5 * (r - e) - 0.5;
  if (k === 1) return r < -0.25 ? -2 * (e - (r + 0.5)) : 1 + 2 * (r - e);
  if (k <= -2 || k > 56) {
    const y = 1 - (e - r);
    return (k === 1024 ? y * 2 * 2 ** 1023 : y * 2 ** k) - 1;
  }
  if (k < 20) return (1 - 2 ** -k - (e - r)) * 2 ** k;
  return (r - (e + 2 ** -k) + 1) * 2 ** k;
}

const EXP: readonly number[] = [
  1.66666666666666019037e-1, -2.77777777770155933842e-3, 6.61375632143793436117e-5, -1.6533902205465251539e-6, 4.13813679705723846039e-8,
];

/** fdlibm's exponential for x from 0 up to where it is infinite. */
function strictExp(x: number): number {
  let k = 0;
  let r = x;
  let hi = x;
  let lo = 0;
  if (x > 0.5 * Math.LN2) {
    k = x < 1.5 * Math.LN2 ? 1 : Math.trunc(ONE_BY_LN2 * x + 0.5);
    hi = x - k * LN2_HEAD;
    lo = k * LN2_REST;
    r = hi - lo;
  } else if (x < 2 ** -28) return 1 + x;
  const t = r * r;
  const c = r - t * polynomial(t, EXP);
  if (k === 0) return 1 - ((r * c) / (c - 2) - r);
  const y = 1 - (lo - (r * c) / (2 - c) - hi);
  return k === 1024 ? y * 2 * 2 ** 1023 : y * 2 ** k;
}

/** Where e^x is no double any more, and where half of it is none. */
const EXP_MOST = 709.782712893384;
const HALF_EXP_MOST = 710.4758600739439;

export function sinh(x: number): number {
  if (!Number.isFinite(x)) return x;
  const size = Math.abs(x);
  const h = x < 0 ? -0.5 : 0.5;
  if (size < 22) {
    if (size < 2 ** -28) return x;
    const t = expm1(size);
    return size < 1 ? h * (2 * t - (t * t) / (t + 1)) : h * (t + t / (t + 1));
  }
  return halfExp(size, h) ?? x * Infinity;
}

export function cosh(x: number): number {
  if (!Number.isFinite(x)) return x * x;
  const size = Math.abs(x);
  if (size < 0.5 * Math.LN2) {
    const t = expm1(size);
    const w = 1 + t;
    return size < 2 ** -55 ? w : 1 + (t * t) / (w + w);
  }
  if (size < 22) {
    const t = strictExp(size);
    return 0.5 * t + 0.5 / t;
  }
  return halfExp(size, 0.5) ?? Infinity;
}

/** h·e^x for large x; undefined where it is infinite. */
function halfExp(x: number, h: number): number | undefined {
  if (x < EXP_MOST) return h * strictExp(x);
  if (x > HALF_EXP_MOST) return undefined;
  const w = strictExp(0.5 * x);
  return h * w * w;
}

export function tanh(x: number): number {
  if (Number.isNaN(x)) return NaN;
  const size = Math.abs(x);
  let z = 1;
  if (size < 22) {
    if (size < 2 ** -55) return x * (1 + x);
    if (size >= 1) z = 1 - 2 / (expm1(2 * size) + 2);
    else {
      const t = expm1(-2 * size);
      z = -t / (t + 2);
    }
  }
  return x < 0 ? -z : z;
}
