import { assert } from '#core/assert.ts'
import type { FaultyNode } from '#testing/chain/faulty-node.ts'
import type { Measure } from '../cli/measures.ts'
import type { DepositSite } from '../deposit/deposit-site.ts'
import { waitUntil } from '../process/wait-until.ts'
import type { Stage } from '../product/stage.ts'
import type { ChainControl } from './chain-control.ts'
import type { DepositTraffic } from './deposit-traffic.ts'
import type { Payment } from './one-time-payments.ts'

/** A house while deposits arrive, and all that can be broken about it. */
export type DepositScene = {
  stage: Stage
  site: DepositSite
  chain: ChainControl
  /** All that API and indexer ask. */
  nodes: readonly FaultyNode[]
  traffic: DepositTraffic
}

export type DepositFault = {
  name: string
  /** How often it strikes, unless told otherwise. */
  times: number
  /**
   * Breaks something and puts it right again.
   *
   * @returns for how long deposits went unseen, in milliseconds.
   */
  strike(scene: DepositScene, random: () => number): Promise<number>
  /** What else there is to say of it, when it has struck often enough. */
  more?(): Measure[]
}

export const PATIENCE_MS = 60_000

/** Waits until a payment is stored. @throws after a minute. */
export async function untilSeen(
  { database }: DepositSite,
  { hash }: Payment,
): Promise<void> {
  const isSeen = await waitUntil(async () => {
    const { rowCount } = await database.query(
      'SELECT FROM crypto_deposits WHERE tx_hash = $1',
      [hash],
    )
    return rowCount === 1
  }, PATIENCE_MS)
  assert(isSeen, `payment ${hash} is seen within a minute`)
}

/** Waits until payments are credited. @throws after a minute. */
export async function untilCredited(
  { database }: DepositSite,
  payments: readonly Payment[],
): Promise<void> {
  const areCredited = await waitUntil(async () => {
    const { rowCount } = await database.query(
      `SELECT FROM crypto_deposits
       WHERE tx_hash = ANY ($1) AND status = 'confirmed'`,
      [payments.map(({ hash }) => hash)],
    )
    return rowCount === payments.length
  }, PATIENCE_MS)
  assert(areCredited, 'payments are credited within a minute')
}
