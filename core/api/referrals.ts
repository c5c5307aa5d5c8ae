import * as z from 'zod/mini'
import { MINUTE_MS } from '../durations.ts'
import { REFERRAL_CODE, SOLANA_ADDRESS } from '../referrals/referrals.ts'
import { endpoint } from './endpoint.ts'

const referralCode = z
  .string('A referral code must be text')
  .check(z.regex(REFERRAL_CODE, 'Not a referral code'))

export const referralWalletRequest = z.strictObject({
  walletAddress: z
    .string('A wallet address must be text')
    .check(
      z.regex(SOLANA_ADDRESS, 'Please enter a valid Solana wallet address'),
    ),
  referralCode,
})

const route = {
  section: {
    name: 'Referrals',
    description: 'Referral links; no account is needed.',
  },
  method: 'post',
  access: 'public',
  // Clicks leave a row for a week, wallets for good.
  rateLimits: [
    {
      requests: 'referrals',
      max: 60,
      windowMs: 10 * MINUTE_MS,
      per: 'network',
    },
  ],
} as const
const exampleCode = 'm8x2k4p1-a1b2c3'

export const trackReferral = endpoint({
  ...route,
  path: '/api/referral/track',
  summary: 'Count a click on a referral link',
  description: 'Counts once a day per visitor.',
  body: z.strictObject({ referralCode }),
  example: { body: { referralCode: exampleCode } },
})

export const registerReferralWallet = endpoint({
  ...route,
  path: '/api/referral/wallet',
  summary: 'Register the Solana wallet of a referral link',
  body: referralWalletRequest,
  refusals: ['referral_taken'],
  example: {
    body: {
      walletAddress: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      referralCode: exampleCode,
    },
  },
})
