import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Hash } from 'viem'
import type { DepositStatus } from '#core/api/wallet.ts'
import { causeText, type DepositCause } from '#core/deposits/deposit-cause.ts'

/** State of a deposit in the database. */
export type DepositProgress = {
  status: DepositStatus
  confirmations: number
  coins: number
  reason: string | null
}

type Following = {
  txHash: Hash
  withinMs: number
  /** Called when it appears and at each change. */
  onProgress: (progress: DepositProgress) => void
}

const POLL_MS = 200

/** Waits until a deposit is decided, or returns its state at the timeout. */
export async function followDeposit(
  database: Pool,
  { txHash, withinMs, onProgress }: Following,
): Promise<DepositProgress | undefined> {
  const deadline = performance.now() + withinMs
  let known: DepositProgress | undefined
  while (performance.now() < deadline) {
    const now = await progressOf(database, txHash)
    if (now && JSON.stringify(now) !== JSON.stringify(known)) onProgress(now)
    known = now ?? known
    if (known && known.status !== 'pending') break
    await sleep(POLL_MS)
  }
  return known
}

async function progressOf(
  database: Pool,
  txHash: Hash,
): Promise<DepositProgress | undefined> {
  const { rows } = await database.query<
    Omit<DepositProgress, 'reason'> & { cause: DepositCause | null }
  >(
    `SELECT status, confirmations, coins::float8 AS coins, cause
     FROM crypto_deposits WHERE tx_hash = $1`,
    [txHash],
  )
  const [row] = rows
  if (!row) return undefined
  const { cause, ...progress } = row
  return { ...progress, reason: cause && causeText(cause) }
}
