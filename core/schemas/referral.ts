import * as z from 'zod/mini'
import { REFERRAL_CODE } from '../referrals/referral-code.ts'
import { SOLANA_ADDRESS } from '../referrals/solana-address.ts'

const referralCode = z
  .string('A referral code is text')
  .check(z.regex(REFERRAL_CODE, 'Not a referral code'))

/** POST /api/referral/track: somebody followed a referral link. */
export const trackReferralRequest = z.strictObject({ referralCode })

/** POST /api/referral/wallet: whose link it is. */
export const referralWalletRequest = z.strictObject({
  walletAddress: z
    .string('A wallet address is text')
    .check(
      z.regex(SOLANA_ADDRESS, 'Please enter a valid Solana wallet address'),
    ),
  referralCode,
})
export type ReferralWalletRequest = z.infer<typeof referralWalletRequest>
