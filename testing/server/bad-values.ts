const NO_COUNTS = [
  ...'NaN 1e999 -1e999 1e308 -0 -1 0 5 1.5 9007199254740993'.split(' '),
  `${2n ** 256n}`,
  ...'"" "1" "0x10" "1e3" null true [] [5] {} {"valueOf":5}'.split(' '),
  '{"__proto__":5}',
  JSON.stringify('9'.repeat(10_000)),
]

const NO_TEXTS = [
  ...'NaN -0 0 5 null true [] ["a"] {} {"toString":"a"}'.split(' '),
  '{"__proto__":"a"}',
  ...'"" "true" "__proto__" "Heads" "M8X2K4P1-A1B2C3" "ü"'.split(' '),
  '"heads "',
  '"m8x2k4p1-a1b2c3\\n"',
  '"a:b\\u0000"',
  JSON.stringify('2'.repeat(31)),
  JSON.stringify('2'.repeat(101)),
]

/** Invalid values that the reference's schema can't express. */
const BEYOND_SCHEMA: Readonly<Record<string, readonly string[]>> = {
  odds: ['0', '99', '-99', '-1', '-0'],
  epoch: ['-0'],
  signature: ['"0x"', '"0xzz"'],
}

export function badValues(
  field: string,
  schema: object,
  fits: (value: unknown) => boolean,
): string[] {
  const isCount = /"type":"(integer|number)"/.test(JSON.stringify(schema))
  const corpus = isCount ? NO_COUNTS : NO_TEXTS
  return [
    ...corpus.filter((text) => !isGood(text, fits)),
    ...(BEYOND_SCHEMA[field] ?? []),
  ]
}

function isGood(text: string, fits: (value: unknown) => boolean): boolean {
  try {
    const value: unknown = JSON.parse(text)
    const isExact = typeof value !== 'number' || !(Math.abs(value) > 2 ** 53)
    return isExact && fits(value)
  } catch {
    return false
  }
}

const NO_QUERIES = [
  ...'-1 -0 1.5 1e3 0x10 null __proto__ %00 5%27%20OR%201=1'.split(' '),
  '',
  ' ',
  `${2n ** 256n}`,
]

const NO_DATES = [
  ...'yesterday 1767225600000 2026-02-30T00:00:00Z'.split(' '),
  '2026-01-01T00:00:00+01:00',
]

/** Percent-encoded values that a parameter of a query must refuse. */
export function badQueryValues(
  schema: object,
  fits: (value: unknown) => boolean,
): string[] {
  const isDate = JSON.stringify(schema).includes('date-time')
  const wrong = NO_QUERIES.filter((text) => !fits(decodeURIComponent(text)))
  return isDate ? [...wrong, ...NO_DATES] : wrong
}
