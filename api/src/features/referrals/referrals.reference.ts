import {
  referralWalletRequest,
  trackReferralRequest,
} from '#core/schemas/referral.ts'
import type { ReferenceSection } from '../../platform/reference/route-reference.ts'

const referralCode = 'm8x2k4p1-a1b2c3'

export const referralsReference: ReferenceSection = {
  name: 'Referrals',
  description: 'Referral links; no account is needed.',
  routes: [
    {
      method: 'post',
      path: '/api/referral/track',
      summary: 'Count a click on a referral link',
      description: 'Counts once a day per visitor.',
      access: 'everyone',
      body: { schema: trackReferralRequest, example: { referralCode } },
      answer: { status: 204 },
    },
    {
      method: 'post',
      path: '/api/referral/wallet',
      summary: 'Register the Solana wallet of a referral link',
      access: 'everyone',
      body: {
        schema: referralWalletRequest,
        example: {
          walletAddress: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
          referralCode,
        },
      },
      answer: { status: 204 },
      refusals: ['referral_taken'],
    },
  ],
}
