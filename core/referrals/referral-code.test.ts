import fc from 'fast-check'
import { expect, test } from 'vitest'
import { REFERRAL_CODE, referralCode } from './referral-code.ts'

/** From 2024 to the end of 2099. */
const THIS_CENTURY_MS = { min: 1_704_067_200_000, max: 4_102_444_799_999 }
const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

test('is the time in base 36, a hyphen and six digits of base 36', () => {
  const nowMs = 1_772_323_200_000
  const code = referralCode(nowMs, [0, 0.5, 0.999, 1 / 36, 10 / 36, 0.25])
  expect(code).toBe(`${nowMs.toString(36)}-0iz1a9`)
})

test('always has the shape that the API takes', () => {
  fc.assert(
    fc.property(
      fc.integer(THIS_CENTURY_MS),
      fc.array(fraction, { minLength: 6, maxLength: 6 }),
      (nowMs, fractions) => {
        expect(referralCode(nowMs, fractions)).toMatch(REFERRAL_CODE)
      },
    ),
  )
})

test.each(['', 'mmmmmmmm', 'mmmmmmmm-12345', 'MMMMMMMM-123456', ' a-1'])(
  '%j is none',
  (text) => {
    expect(text).not.toMatch(REFERRAL_CODE)
  },
)
