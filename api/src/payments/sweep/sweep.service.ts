import type { Address } from 'viem'
import type { Database, Transaction } from '../../platform/db/database.ts'
import type {
  MoveRow,
  PlannedMove,
  SweepRow,
  SweepStore,
} from './sweep.store.ts'
import { type ListedSweep, listSweeps, type SweepPage } from './sweep-list.ts'
import { walletMovesThrough } from './wallet-moves.sql.ts'
import type { WalletMoves } from './wallet-moves.ts'

export type { HousePayment, WalletMoves } from './wallet-moves.ts'

/** @returns an entry for each of the wallets, which are in lower case. */
export type WalletMovesThrough = SweepService['movesThrough']

type SweepDeps = { db: Database; instanceId: number; store: SweepStore }

/** Emptying wallets into the treasury: asked for here, done by the `Sweeper`. */
export class SweepService {
  readonly #deps: SweepDeps

  constructor(deps: SweepDeps) {
    this.#deps = deps
  }

  /**
   * Has what was planned be moved by whoever leads.
   *
   * @returns its number; undefined while another sweep is under way.
   */
  request(
    sweep: { treasury: Address; requestedBy: string },
    moves: readonly PlannedMove[],
  ): Promise<number | undefined> {
    return this.#deps.db.transaction((tx) => this.requestIn(tx, sweep, moves))
  }

  /** The same within a transaction. */
  requestIn(
    tx: Transaction,
    sweep: { treasury: Address; requestedBy: string },
    moves: readonly PlannedMove[],
  ): Promise<number | undefined> {
    return this.#deps.store.add(tx, sweep, moves)
  }

  /** Sweeps that were asked for, the newest first, with how far they are. */
  list(asked: SweepPage): Promise<ListedSweep[]> {
    return listSweeps(this.#deps.db, this.#deps.instanceId, asked)
  }

  /** The sweep that is under way. */
  current(): Promise<SweepRow | undefined> {
    return this.#deps.store.current()
  }

  /** In the order of the plan. */
  movesOf(sweepId: number): Promise<MoveRow[]> {
    return this.#deps.store.movesOf(sweepId)
  }

  /**
   * What moved between wallets and house in blocks up to one. Where
   * `transactionCount` is not the wallet's nonce there, a block was mined or
   * lost that is not noted yet, or somebody else has used the wallet's key.
   *
   * @param wallets in lower case; each has its entry in the answer.
   */
  movesThrough(
    blockNumber: bigint,
    wallets: readonly Address[],
  ): Promise<Map<Address, WalletMoves>> {
    const { db, instanceId } = this.#deps
    return walletMovesThrough(db, { instanceId, blockNumber }, wallets)
  }
}
