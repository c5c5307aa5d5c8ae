import { assert } from '#core/assert.ts'
import type { FaultyNode } from '#testing/chain/faulty-node.ts'
import type { Measure } from '../../cli/measures.ts'
import type { DepositSite } from '../../deposit/deposit-site.ts'
import { waitUntil } from '../../process/wait-until.ts'
import type { Stage } from '../../product/stage.ts'
import type { ChainControl } from './chain-control.ts'
import type { Payment } from './payments.ts'
import type { DepositTraffic } from './traffic.ts'

export type DepositScene = {
  stage: Stage
  site: DepositSite
  chain: ChainControl
  /** Nodes of API and indexer. */
  nodes: readonly FaultyNode[]
  traffic: DepositTraffic
}

export type DepositFault = {
  name: string
  /** Default number of faults. */
  times: number
  /** @returns milliseconds without new deposits */
  strike(scene: DepositScene, random: () => number): Promise<number>
  /** Returns further rows at the end. */
  more?(): Measure[]
}

export const TIMEOUT_MS = 60_000

/** @throws if a payment isn't stored within a minute */
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
  }, TIMEOUT_MS)
  assert(isSeen, `payment ${hash} is seen within a minute`)
}

/** @throws if payments aren't credited within a minute */
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
  }, TIMEOUT_MS)
  assert(areCredited, 'payments are credited within a minute')
}
