import { Router } from 'express'
import {
  referralWalletRequest,
  trackReferralRequest,
} from '#core/schemas/referral.ts'
import { limitRequests } from '../../platform/http/limit-requests.ts'
import { networkOf } from '../../platform/http/network-of.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import type { ReferralsService } from './referrals.service.ts'

const MINUTES_10_MS = 10 * 60 * 1_000
const REFUSAL = 'Too many referrals from here. Try again in ten minutes.'

/** Each click on a code of one's own making leaves a row for a week. */
const CLICKS = { limit: 60, windowMs: MINUTES_10_MS, refusal: REFUSAL }
/** Each wallet leaves a row for good. */
const WALLETS = { limit: 60, windowMs: MINUTES_10_MS, refusal: REFUSAL }

export function referralsRoutes(referrals: ReferralsService): Router {
  const router = Router()

  router.post('/referral/track', limitRequests(CLICKS), async (req, res) => {
    const { referralCode } = parseRequest(trackReferralRequest, req.body)
    await referrals.track(referralCode, networkOf(req.ip))
    res.status(204).end()
  })

  router.post('/referral/wallet', limitRequests(WALLETS), async (req, res) => {
    await referrals.bind(parseRequest(referralWalletRequest, req.body))
    res.status(204).end()
  })

  return router
}
