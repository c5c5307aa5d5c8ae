import { expect, test } from 'vitest'
import { REFERRAL_CODE, referralCode, SOLANA_ADDRESS } from './referrals.ts'

test('makes a code of the time in base 36, a hyphen and six base-36 digits', () => {
  const nowMs = 1_772_323_200_000
  const code = referralCode(nowMs, [0, 0.5, 0.999, 1 / 36, 10 / 36, 0.25])
  expect(code).toBe(`${nowMs.toString(36)}-0iz1a9`)
})

test.each([1_704_067_200_000, 2_821_109_907_455, 4_102_444_799_999])(
  'makes a valid code at %d',
  (nowMs) => {
    const code = referralCode(nowMs, [0, 0.2, 0.4, 0.6, 0.8, 0.99, 0.5])
    expect(code).toMatch(REFERRAL_CODE)
  },
)

test.each([
  ['', REFERRAL_CODE],
  ['mmmmmmmm', REFERRAL_CODE],
  ['mmmmmmmm-12345', REFERRAL_CODE],
  ['mmmmmmmm-1234567', REFERRAL_CODE],
  ['MMMMMMMM-123456', REFERRAL_CODE],
  [' a-1', REFERRAL_CODE],
  ['2'.repeat(31), SOLANA_ADDRESS],
  ['2'.repeat(45), SOLANA_ADDRESS],
  [`0${'2'.repeat(40)}`, SOLANA_ADDRESS],
  [`O${'2'.repeat(40)}`, SOLANA_ADDRESS],
  [`I${'2'.repeat(40)}`, SOLANA_ADDRESS],
  [`l${'2'.repeat(40)}`, SOLANA_ADDRESS],
  [`${'2'.repeat(40)} `, SOLANA_ADDRESS],
])('%j does not match %s', (text, pattern) => {
  expect(text).not.toMatch(pattern)
})

test.each([
  ['the system program', '1'.repeat(32)],
  ['the token program', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
  ['44 characters', 'z'.repeat(44)],
])('accepts %s as an address', (_what, address) => {
  expect(address).toMatch(SOLANA_ADDRESS)
})
