import type { Address } from 'viem'
import type { Database, Transaction } from '../../platform/db/database.ts'
import {
  openSweepStore,
  type PlannedMove,
  type SweepRow,
} from './sweep.store.ts'
import { walletMovesThrough } from './wallet-moves.sql.ts'

export type { HousePayment, WalletMoves } from './wallet-moves.sql.ts'

export type WalletMovesThrough = SweepService['movesThrough']

export type SweepService = ReturnType<typeof openSweepService>

/** Opens requests for sweeps of a chain instance. The `Sweeper` runs them. */
export function openSweepService(db: Database, instanceId: number) {
  const store = openSweepStore(db, instanceId)
  type Request = Pick<SweepRow, 'treasury' | 'requestedBy'>

  return {
    /** Requests a sweep. @returns its id; undefined while another one runs. */
    request: (sweep: Request, moves: readonly PlannedMove[]) =>
      db.transaction((tx: Transaction) => store.add(tx, sweep, moves)),

    /** Requests a sweep within a transaction. */
    requestIn: store.add,
    list: store.list,
    current: store.current,
    movesOf: store.movesOf,

    /**
     * Sums the moves between wallets and house up to a block. If
     * `transactionCount` isn't the wallet's nonce there, a move is not recorded
     * yet, or someone else has used the wallet's key.
     *
     * @param wallets in lower case; each has an entry in the result.
     */
    movesThrough: (blockNumber: bigint, wallets: readonly Address[]) =>
      walletMovesThrough(db, { instanceId, blockNumber }, wallets),
  }
}
