import { createHmac } from 'node:crypto'
import type { ReferralWalletRequest } from '#core/api/referrals.ts'
import { Refusal } from '#core/refusals.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Entropy } from '../../platform/entropy.ts'
import type { ReferralsStore } from './referrals.store.ts'

const SALT_BYTES = 32
const UNBOUND_MS = 7 * 24 * 60 * 60 * 1_000

type ReferralsDeps = {
  db: Database
  store: ReferralsStore
  clock: Clock
  entropy: Entropy
}

/** Counts who follows the links that players share. */
export class ReferralsService {
  readonly #deps: ReferralsDeps

  constructor(deps: ReferralsDeps) {
    this.#deps = deps
  }

  /**
   * Counts a click, once a UTC day for each network. A link may be followed
   * before its wallet comes: the first click makes its row.
   */
  async track(referralCode: string, network: string): Promise<void> {
    const { db, store, clock, entropy } = this.#deps
    const now = clock()
    const day = dayOf(now)
    const salt = await store.saltOf(day, entropy(SALT_BYTES))
    const visitor = createHmac('sha256', salt)
      .update(`${referralCode}:${network}`)
      .digest()
    await db.transaction(async (tx) => {
      const isNew = await store.addVisit(tx, { referralCode, visitor, day })
      if (isNew) await store.addClick(tx, referralCode, now)
    })
  }

  /** Gives a code to the first wallet that asks for it, for good. */
  async bind(request: ReferralWalletRequest): Promise<void> {
    const { store, clock } = this.#deps
    const { referralCode, walletAddress } = request
    const isTheirs = await store.bind(referralCode, walletAddress, clock())
    if (!isTheirs) throw new Refusal('referral_taken')
  }

  /** Drops what is kept no longer than it is needed. */
  async forget(): Promise<void> {
    const { store, clock } = this.#deps
    const now = clock()
    await store.deleteVisitsBefore(dayOf(now))
    await store.deleteUnboundBefore(new Date(now.getTime() - UNBOUND_MS))
  }
}

/** In UTC, as PostgreSQL writes it. */
function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
