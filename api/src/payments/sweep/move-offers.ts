import type { Chain } from '../../platform/chain/nodes/chain.ts'
import { isCallRefused } from '../../platform/chain/nodes/rpc-failure.ts'
import {
  FEE_PER_GAS_MAX,
  type Fees,
  feesOver,
} from '../../platform/chain/outbox/fees.ts'
import type { OutboxStore } from '../../platform/chain/outbox/outbox.store.ts'
import type { Term } from '../../platform/db/lease.ts'
import { balanceAt, gasOfMove } from './move-call.ts'
import type { MoveSigner } from './move-signer.ts'
import type {
  MoveAttempt,
  MoveRow,
  OpenMove,
  SweepStore,
} from './sweep.store.ts'

/** More than a transfer costs now: the fee may rise while the gas arrives. */
const FUNDING_PERCENT = 150n

/** So that no wallet's registration waits behind a whole sweep. */
const FUNDINGS_WAITING_MAX = 25

type OffersDeps = {
  chain: Chain
  store: SweepStore
  outbox: OutboxStore
  signer: MoveSigner
}

type Problem = NonNullable<MoveRow['problem']>
/** What the wallet holds in a final block, and what the move would cost it. */
type Means = {
  gas: bigint
  fees: Fees
  costWei: bigint
  nativeWei: bigint
  heldWei: bigint
}

/** Decides what a move is signed with, once the wallet can pay for it. */
export class MoveOffers {
  readonly #deps: OffersDeps

  constructor(deps: OffersDeps) {
    this.#deps = deps
  }

  /** @param finalized the block whose balances count. */
  async launch(term: Term, move: OpenMove, finalized: bigint): Promise<void> {
    if (isFunding(move, finalized)) return
    const means = await this.#meansOf(move, finalized)
    if (!means) return this.#skip(term, move, 'refused')
    const { costWei, heldWei, nativeWei } = means
    const isNative = move.asset === 'tBNB'
    // No more is paid for a move than it brings.
    const isWorthIt = isNative ? nativeWei >= 2n * costWei : heldWei > 0n
    if (!isWorthIt) return this.#skip(term, move, 'not_worth_it')
    const nonce = await this.#countOf(move)
    await this.#offer(term, move, { nonce, means })
  }

  /**
   * Signs what no block takes for higher fees, so that it gets to an end.
   *
   * @returns whether it did.
   */
  async raise(
    term: Term,
    move: OpenMove,
    { newest, finalized }: { newest: MoveAttempt; finalized: bigint },
  ): Promise<boolean> {
    const { nonce } = move
    if (nonce === null || nonce !== (await this.#countOf(move))) return false
    if (isFunding(move, finalized)) return false
    const means = await this.#meansOf(move, finalized, newest)
    if (!means) return false
    return this.#offer(term, move, { nonce, means })
  }

  /** @returns whether it was signed. */
  async #offer(
    term: Term,
    move: OpenMove,
    { nonce, means }: { nonce: number; means: Means },
  ): Promise<boolean> {
    const { costWei, fees, gas, heldWei, nativeWei } = means
    if (fees.maxFeePerGas > FEE_PER_GAS_MAX) {
      await this.#note(term, move, { problem: 'fees_too_high' })
      return false
    }
    const isNative = move.asset === 'tBNB'
    const neededWei = isNative ? costWei + 1n : costWei
    if (nativeWei < neededWei) {
      await this.#fund(term, move, { neededWei, nativeWei })
      return false
    }
    const amount = isNative ? nativeWei - costWei : heldWei
    await this.#deps.signer.sign(term, move, { nonce, gas, amount, fees })
    return true
  }

  /** Undefined when the chain would not carry it out. */
  async #meansOf(
    move: OpenMove,
    finalized: bigint,
    earlier?: Fees,
  ): Promise<Means | undefined> {
    const { chain } = this.#deps
    const { wallet } = move
    const heldWei = await balanceAt(chain, move, finalized)
    const nativeWei = await balanceAt(
      chain,
      { wallet, asset: 'tBNB' },
      finalized,
    )
    const gas = move.gas ?? (await this.#gasOf({ ...move, amount: heldWei }))
    if (gas === undefined) return undefined
    const fees = feesOf(move, await feesOver(chain.client, earlier))
    return { gas, fees, heldWei, nativeWei, costWei: gas * fees.maxFeePerGas }
  }

  async #gasOf(move: OpenMove): Promise<bigint | undefined> {
    try {
      return await gasOfMove(this.#deps.chain, move)
    } catch (error) {
      if (!isCallRefused(error)) throw error
      return undefined
    }
  }

  /** Has the operator account bring the wallet what is missing. */
  async #fund(
    term: Term,
    move: OpenMove,
    { neededWei, nativeWei }: { neededWei: bigint; nativeWei: bigint },
  ): Promise<void> {
    const { outbox, store } = this.#deps
    if ((await outbox.countQueued('fund_gas')) >= FUNDINGS_WAITING_MAX) return
    const value = (neededWei * FUNDING_PERCENT) / 100n - nativeWei
    await store.write(term, async (tx) => {
      const fundingId = await outbox.enqueue(tx, {
        purpose: 'fund_gas',
        to: move.wallet,
        data: '0x',
        value,
      })
      await store.change(tx, move, { fundingId, problem: 'needs_gas' })
    })
  }

  #skip(term: Term, move: OpenMove, problem: Problem): Promise<void> {
    return this.#note(term, move, { status: 'skipped', problem })
  }

  async #note(
    term: Term,
    move: OpenMove,
    change: { status?: 'skipped'; problem: Problem },
  ): Promise<void> {
    const { store } = this.#deps
    if (!change.status && move.problem === change.problem) return
    await store.write(term, (tx) => store.change(tx, move, change))
  }

  #countOf({ wallet }: OpenMove): Promise<number> {
    const { client } = this.#deps.chain
    return client.getTransactionCount({ address: wallet, blockTag: 'latest' })
  }
}

/** Whether gas is on its way to the wallet, or not yet in its final balance. */
function isFunding({ funding }: OpenMove, finalized: bigint): boolean {
  if (!funding || funding.status === 'failed') return false
  const isThere =
    funding.status === 'final' && (funding.blockNumber ?? 0n) <= finalized
  return !isThere
}

/** A native move pays all it offers, so that exactly nothing stays behind. */
function feesOf({ asset }: OpenMove, { maxFeePerGas, ...fees }: Fees): Fees {
  if (asset !== 'tBNB') return { maxFeePerGas, ...fees }
  return { maxFeePerGas, maxPriorityFeePerGas: maxFeePerGas }
}
