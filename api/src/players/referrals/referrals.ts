import { createHmac } from 'node:crypto'
import { registerReferralWallet, trackReferral } from '#core/api/referrals.ts'
import { Refusal } from '#core/refusals.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { ReferralsStore } from './referrals.store.ts'

const SALT_BYTES = 32
const UNBOUND_MS = 7 * 24 * 60 * 60 * 1_000
const FORGET_EVERY_MS = 60 * 60 * 1_000

/** Opens referral links and their click counts. */
export function openReferrals({
  clock,
  db,
  entropy,
}: Pick<Platform, 'clock' | 'db' | 'entropy'>) {
  const store = new ReferralsStore(db)

  /**
   * Counts a click, once per UTC day and network. Creates the code's row if its
   * wallet is not registered yet.
   */
  async function track(referralCode: string, network: string): Promise<void> {
    const now = clock()
    const day = utcDate(now)
    const salt = await store.saltOf(day, entropy(SALT_BYTES))
    const visitor = createHmac('sha256', salt)
      .update(`${referralCode}:${network}`)
      .digest()
    await db.transaction(async (tx) => {
      const isNew = await store.addVisit(tx, { referralCode, visitor, day })
      if (isNew) await store.addClick(tx, referralCode, now)
    })
  }

  /** Deletes visits of past days, and old codes without a wallet. */
  async function forget(): Promise<void> {
    const now = clock()
    await store.deleteVisitsBefore(utcDate(now))
    await store.deleteUnboundBefore(new Date(now.getTime() - UNBOUND_MS))
  }

  return {
    service: { forget },
    mount(serve: Serve) {
      serve(trackReferral, ({ body, req }) =>
        track(body.referralCode, networkOf(req.ip)),
      )
      serve(registerReferralWallet, async ({ body }) => {
        const { referralCode, walletAddress } = body
        const isOwn = await store.bind(referralCode, walletAddress, clock())
        if (!isOwn) throw new Refusal('referral_taken')
      })
    },
    jobs: [{ name: 'referrals', everyMs: FORGET_EVERY_MS, run: forget }],
  }
}

function utcDate(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
