/** What is no whole number from 0 to the largest safe one, however it is written. */
export const NO_WHOLE_NUMBERS: readonly unknown[] = [
  undefined,
  null,
  true,
  '',
  '5',
  '0x10',
  'NaN',
  Number.NaN,
  JSON.parse('1e999'),
  [5],
  {},
  5n,
  0.5,
  -1,
  2 ** 53,
  JSON.parse('9007199254740993'),
]
