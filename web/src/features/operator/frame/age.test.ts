import { expect, it } from 'vitest'
import { ageText } from './age.tsx'

it.each([
  [-500, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_599_000, '59 min'],
  [3_600_000, '1 h'],
  [47 * 3_600_000, '47 h'],
  [48 * 3_600_000, '2 d'],
])('tells %i ms as %s', (spanMs, text) => {
  expect(ageText(spanMs)).toBe(text)
})
