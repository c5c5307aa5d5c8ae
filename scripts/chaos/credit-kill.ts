import type { Pool } from 'pg'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { type DepositFault, untilCredited, untilSeen } from './deposit-fault.ts'
import { type HeldRow, holdRow } from './held-row.ts'
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
    const player = await holdPlayer(database, payment)
    await chain.mineEach(CONFIRMATIONS_NEEDED)
    await player.untilWanted()

    const startedAt = performance.now()
    process.kill(api.process.pid, 'SIGKILL')
    await api.process.ended
    await player.release()
    site.api = await stage.startApi(Number(new URL(api.url).port))
    await untilCredited(site, [payment])
    return performance.now() - startedAt
  },
}

/** The row of the player who is to be credited. */
async function holdPlayer(database: Pool, { hash }: Payment): Promise<HeldRow> {
  const text = `SELECT FROM users WHERE id =
    (SELECT user_id FROM crypto_deposits WHERE tx_hash = $1) FOR UPDATE`
  const held = await holdRow(database, { text, values: [hash] })
  if (!held) throw new Error('the payment is of no player')
  return held
}
