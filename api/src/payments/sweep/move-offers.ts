import { keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { assert } from '#core/assert.ts'
import type { Chain } from '../../platform/chain/nodes/chain.ts'
import { isCallRefused } from '../../platform/chain/nodes/rpc-failure.ts'
import type { Broadcaster } from '../../platform/chain/outbox/broadcaster.ts'
import {
  FEE_PER_GAS_MAX,
  type Fees,
  feesOver,
} from '../../platform/chain/outbox/fees.ts'
import type { OutboxStore } from '../../platform/chain/outbox/outbox.store.ts'
import type { Term } from '../../platform/db/lease.ts'
import type { WalletVault } from '../wallets/wallet-keys.ts'
import { balanceAt, callOfMove, gasOfMove } from './move-call.ts'
import type {
  MoveAttempt,
  MoveRow,
  OpenMove,
  SweepStore,
} from './sweep.store.ts'

/** Margin over the current cost, since fees may rise meanwhile. */
const FUNDING_PERCENT = 150n

/** Limits queued gas payments, so that a sweep doesn't delay registrations. */
const FUNDINGS_WAITING_MAX = 25

type Problem = NonNullable<MoveRow['problem']>
/** Final balances of a wallet, and the cost of its move. */
type Means = {
  gas: bigint
  fees: Fees
  costWei: bigint
  nativeWei: bigint
  heldWei: bigint
}

export type MoveOffers = ReturnType<typeof openMoveOffers>

/** Opens the signing of moves, once their wallets can pay for them. */
export function openMoveOffers({
  broadcaster,
  chain,
  outbox,
  store,
  vault,
}: {
  broadcaster: Broadcaster
  chain: Chain
  outbox: OutboxStore
  store: SweepStore
  vault: WalletVault
}) {
  /** Signs a planned move, or funds or skips it. */
  async function submit(
    term: Term,
    move: OpenMove,
    finalized: bigint,
  ): Promise<void> {
    if (isFunding(move, finalized)) return
    const means = await meansOf(move, finalized)
    if (!means) return skip(term, move, 'refused')
    const { costWei, heldWei, nativeWei } = means
    const isNative = move.asset === 'tBNB'
    // Skips moves that cost more than they bring.
    const isWorthIt = isNative ? nativeWei >= 2n * costWei : heldWei > 0n
    if (!isWorthIt) return skip(term, move, 'not_worth_it')
    const nonce = await countOf(move)
    await trySign(term, move, { nonce, means })
  }

  /** Replaces a stuck move with higher fees. @returns true if it did. */
  async function bumpFees(
    term: Term,
    move: OpenMove,
    { newest, finalized }: { newest: MoveAttempt; finalized: bigint },
  ): Promise<boolean> {
    const { nonce } = move
    if (nonce === null || nonce !== (await countOf(move))) return false
    if (isFunding(move, finalized)) return false
    const means = await meansOf(move, finalized, newest)
    if (!means) return false
    return trySign(term, move, { nonce, means })
  }

  /** @returns true if it was signed. */
  async function trySign(
    term: Term,
    move: OpenMove,
    { nonce, means }: { nonce: number; means: Means },
  ): Promise<boolean> {
    const { costWei, fees, gas, heldWei, nativeWei } = means
    if (fees.maxFeePerGas > FEE_PER_GAS_MAX) {
      await setProblem(term, move, { problem: 'fees_too_high' })
      return false
    }
    const isNative = move.asset === 'tBNB'
    const neededWei = isNative ? costWei + 1n : costWei
    if (nativeWei < neededWei) {
      await fund(term, move, { neededWei, nativeWei })
      return false
    }
    const amountWei = isNative ? nativeWei - costWei : heldWei
    await sign(term, move, { nonce, gas, amountWei, fees })
    return true
  }

  /** Stores the signed transaction before any node receives it. */
  async function sign(
    term: Term,
    move: OpenMove,
    {
      amountWei,
      fees,
      gas,
      nonce,
    }: { nonce: number; gas: bigint; amountWei: bigint; fees: Fees },
  ): Promise<void> {
    const { id: moveId, treasury, wallet } = move
    assert(!(await vault.holds(treasury)), 'the treasury is no wallet of ours')
    const account = privateKeyToAccount(await vault.openKey(wallet))
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId: chain.deployment.chainId,
      ...callOfMove(chain, { ...move, amountWei }),
      ...fees,
      gas,
      nonce,
    })
    const attempt = { hash: keccak256(raw), raw, moveId, amountWei, ...fees }
    const change = { problem: null, nonce, gas, amountWei }
    await store.write(term, async (tx) => {
      await store.addAttempt(tx, attempt)
      await store.change(tx, move, { ...change, status: 'sent' })
    })
    await broadcaster.send(attempt)
  }

  /** Returns undefined if the call would revert. */
  async function meansOf(
    move: OpenMove,
    finalized: bigint,
    earlier?: Fees,
  ): Promise<Means | undefined> {
    const { wallet } = move
    const heldWei = await balanceAt(chain, move, finalized)
    const nativeWei = await balanceAt(
      chain,
      { wallet, asset: 'tBNB' },
      finalized,
    )
    const gas = move.gas ?? (await gasOf({ ...move, amountWei: heldWei }))
    if (gas === undefined) return undefined
    const fees = feesOf(move, await feesOver(chain.client, earlier))
    return { gas, fees, heldWei, nativeWei, costWei: gas * fees.maxFeePerGas }
  }

  async function gasOf(move: OpenMove): Promise<bigint | undefined> {
    try {
      return await gasOfMove(chain, move)
    } catch (error) {
      if (!isCallRefused(error)) throw error
      return undefined
    }
  }

  /** Queues a payment by the operator account for the missing gas. */
  async function fund(
    term: Term,
    move: OpenMove,
    { neededWei, nativeWei }: { neededWei: bigint; nativeWei: bigint },
  ): Promise<void> {
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

  function skip(term: Term, move: OpenMove, problem: Problem): Promise<void> {
    return setProblem(term, move, { status: 'skipped', problem })
  }

  async function setProblem(
    term: Term,
    move: OpenMove,
    change: { status?: 'skipped'; problem: Problem },
  ): Promise<void> {
    if (!change.status && move.problem === change.problem) return
    await store.write(term, (tx) => store.change(tx, move, change))
  }

  function countOf({ wallet }: OpenMove): Promise<number> {
    const { client } = chain
    return client.getTransactionCount({ address: wallet, blockTag: 'latest' })
  }

  return { submit, bumpFees }
}

/** True until a gas payment is part of the wallet's final balance. */
function isFunding({ funding }: OpenMove, finalized: bigint): boolean {
  if (!funding || funding.status === 'failed') return false
  return !(
    funding.status === 'final' && (funding.blockNumber ?? 0n) <= finalized
  )
}

/** Native moves pay the maximum fee, so that the balance becomes zero. */
function feesOf({ asset }: OpenMove, { maxFeePerGas, ...fees }: Fees): Fees {
  if (asset !== 'tBNB') return { maxFeePerGas, ...fees }
  return { maxFeePerGas, maxPriorityFeePerGas: maxFeePerGas }
}
