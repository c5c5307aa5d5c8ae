/** Base-36 milliseconds since 1970 (8 digits until 2059), a hyphen, 6 random digits. */
export const REFERRAL_CODE = /^[0-9a-z]{8,9}-[0-9a-z]{6}$/

const RANDOM_DIGITS = 6

/**
 * A new referral code.
 *
 * @param nowMs milliseconds since 1970.
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
 * An address on Solana: 32 to 44 characters of base58, which has no 0, O, I
 * and l. Whether anybody has the key is not to be seen from it.
 */
export const SOLANA_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
