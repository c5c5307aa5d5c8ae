import type { Pool } from 'pg'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { waitUntil } from '../lib/wait-until.ts'
import {
  type DepositFault,
  PATIENCE_MS,
  untilCredited,
  untilSeen,
} from './deposit-fault.ts'
import type { Payment } from './one-time-payments.ts'

/**
 * The API is gone when it has checked a deposit and is about to post its coins:
 * another transaction holds the player's row until then.
 */
export const creditKill: DepositFault = {
  name: 'api_credit_kill',
  times: 5,
  async strike({ stage, site, chain, traffic }) {
    const { database, api } = site
    const payment = await traffic.pay()
    await untilSeen(site, payment)
    const { pid, release } = await holdPlayer(database, payment)
    await chain.mineEach(CONFIRMATIONS_NEEDED)
    await waitUntil(() => isBlocking(database, pid), PATIENCE_MS)

    const startedAt = performance.now()
    process.kill(api.process.pid, 'SIGKILL')
    await api.process.ended
    await release()
    site.api = await stage.startApi(Number(new URL(api.url).port))
    await untilCredited(site, [payment])
    return performance.now() - startedAt
  },
}

/** @returns which process of the database holds the row, and what lets it go. */
async function holdPlayer(database: Pool, { hash }: Payment) {
  const client = await database.connect()
  await client.query('BEGIN')
  const { rows } = await client.query<{ pid: number }>(
    `SELECT pg_backend_pid() AS pid FROM users WHERE id =
     (SELECT user_id FROM crypto_deposits WHERE tx_hash = $1) FOR UPDATE`,
    [hash],
  )
  const pid = rows[0]?.pid
  if (pid === undefined) throw new Error('the payment is of no player')
  const release = async () => {
    await client.query('ROLLBACK')
    client.release()
  }
  return { pid, release }
}

/** Whether anybody waits for what a process of the database holds. */
async function isBlocking(database: Pool, pid: number): Promise<boolean> {
  const { rowCount } = await database.query(
    `SELECT FROM pg_stat_activity
     WHERE $1 = ANY (pg_blocking_pids(pid)) AND datname = current_database()`,
    [pid],
  )
  return rowCount !== 0
}
