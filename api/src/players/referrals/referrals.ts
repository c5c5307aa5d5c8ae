import { createHmac } from 'node:crypto'
import { and, isNull, lt, sql } from 'drizzle-orm'
import { registerReferralWallet, trackReferral } from '#core/api/referrals.ts'
import { Refusal } from '#core/refusals.ts'
import { getNetwork } from '../../platform/http/client-address.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { newId } from '../../platform/ids.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { referralSalts, referrals, referralVisits } from './referrals.table.ts'

const SALT_BYTES = 32
const UNBOUND_MS = 7 * 24 * 60 * 60 * 1_000
const FORGET_EVERY_MS = 60 * 60 * 1_000

export function createReferrals({
  clock,
  db,
  entropy,
}: Pick<Platform, 'clock' | 'db' | 'entropy'>) {
  /** Returns the day's salt, which all processes share. */
  async function readSalt(day: string): Promise<Uint8Array> {
    const { salt } = referralSalts
    const fresh = entropy(SALT_BYTES)
    const [row] = await db
      .insert(referralSalts)
      .values({ day, salt: fresh })
      // A change to itself, so that the row is returned either way.
      .onConflictDoUpdate({ target: referralSalts.day, set: { salt } })
      .returning({ salt })
    return row?.salt ?? fresh
  }

  /** Counts clicks once per UTC day and network, even without a wallet. */
  async function track(referralCode: string, network: string): Promise<void> {
    const now = clock()
    const day = utcDate(now)
    const visitor = createHmac('sha256', await readSalt(day))
      .update(`${referralCode}:${network}`)
      .digest()
    await db.transaction(async (tx) => {
      const { rowCount } = await tx
        .insert(referralVisits)
        .values({ referralCode, visitor, day })
        .onConflictDoNothing()
      if (!rowCount) return
      const times = { createdAt: now, lastClickAt: now }
      await tx
        .insert(referrals)
        .values({ id: newId(), referralCode, clicks: 1, ...times })
        .onConflictDoUpdate({
          target: referrals.referralCode,
          set: { clicks: sql`${referrals.clicks} + 1`, lastClickAt: now },
        })
    })
  }

  async function bind(referralCode: string, referrerAddress: string) {
    const { referrerAddress: bound } = referrals
    const row = { referralCode, referrerAddress, createdAt: clock() }
    const { rowCount } = await db
      .insert(referrals)
      .values({ id: newId(), ...row })
      .onConflictDoUpdate({
        target: referrals.referralCode,
        set: { referrerAddress },
        setWhere: sql`coalesce(${bound}, ${referrerAddress}) = ${referrerAddress}`,
      })
    if (!rowCount) throw new Refusal('referral_taken')
  }

  /** Deletes visits of past days, and old codes without a wallet. */
  async function forget(): Promise<void> {
    const now = clock()
    const today = utcDate(now)
    await db.delete(referralVisits).where(lt(referralVisits.day, today))
    await db.delete(referralSalts).where(lt(referralSalts.day, today))
    const { createdAt, lastClickAt, referrerAddress } = referrals
    const usedAt = sql`coalesce(${lastClickAt}, ${createdAt})`
    const since = new Date(now.getTime() - UNBOUND_MS)
    await db
      .delete(referrals)
      .where(and(isNull(referrerAddress), lt(usedAt, since)))
  }

  return {
    service: { forget },
    mount(serve: Serve) {
      serve(trackReferral, ({ body, req }) =>
        track(body.referralCode, getNetwork(req.ip)),
      )
      serve(registerReferralWallet, ({ body }) =>
        bind(body.referralCode, body.walletAddress),
      )
    },
    jobs: [
      { name: 'referrals', everyMs: FORGET_EVERY_MS, run: forget },
    ] satisfies Job[],
  }
}

function utcDate(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
