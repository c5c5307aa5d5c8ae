/** Matches base-36 epoch milliseconds (8 digits until 2059), a hyphen and 6 random digits. */
export const REFERRAL_CODE = /^[0-9a-z]{8,9}-[0-9a-z]{6}$/

const RANDOM_DIGITS = 6

/**
 * Makes a new referral code.
 *
 * @param nowMs epoch milliseconds.
 * @param fractions six random numbers from 0 up to but not including 1.
 */
export function referralCode(
  nowMs: number,
  fractions: readonly number[],
): string {
  const digits = fractions
    .slice(0, RANDOM_DIGITS)
    .map((fraction) => Math.floor(fraction * 36).toString(36))
  return `${nowMs.toString(36)}-${digits.join('')}`
}

/**
 * Matches an address on Solana: 32 to 44 characters of base58, which excludes
 * 0, O, I and l. Doesn't prove that the address has an owner.
 */
export const SOLANA_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
