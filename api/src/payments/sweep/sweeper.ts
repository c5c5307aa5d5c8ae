import type { Address } from 'viem'
import { assert } from '#core/assert.ts'
import { NATIVE } from '#core/deposits/asset.ts'
import { inChunks } from '../../platform/batches.ts'
import {
  attemptReceipt,
  type Chain,
  isReplaced,
  type NotedBlock,
  reorgCheckMs,
} from '../../platform/chain/nodes/chain.ts'
import type { Receipt } from '../../platform/chain/nodes/chain-node.ts'
import {
  isCallRejected,
  isUnanswered,
} from '../../platform/chain/nodes/rpc-failure.ts'
import {
  createBroadcaster,
  type Timeouts,
} from '../../platform/chain/outbox/broadcaster.ts'
import {
  bumpFees,
  FEE_PER_GAS_MAX,
  type Fees,
} from '../../platform/chain/outbox/fees.ts'
import type { OutboxStore } from '../../platform/chain/outbox/outbox.store.ts'
import { createSigningAccount } from '../../platform/chain/outbox/signing-account.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Term, TermOver, withFencing } from '../../platform/db/lease.ts'
import type { Logger } from '../../platform/logger.ts'
import type { WalletVault } from '../wallets/wallet-keys.ts'
import { callOfMove, gasOfMove, readBalance } from './move-call.ts'
import {
  type MoveAttempt,
  type MoveChange,
  type MoveRow,
  NOT_MINED,
  type OpenMove,
  type SweepService,
} from './sweep.service.ts'

const WALLETS_PER_BATCH = 10
/** Blocks checked for reorgs per tick. */
const BLOCKS_PER_TICK = 20
/** Margin over the current cost, since fees may rise meanwhile. */
const FUNDING_PERCENT = 150n
/** Limits unmined gas payments, so that a sweep doesn't delay registrations. */
const FUNDINGS_UNMINED_MAX = 25
/**
 * Blocks since the nonce was used. All machines behind one URL have the receipts
 * of such a block.
 */
const KNOWN_FOR_BLOCKS = 5n

type Problem = NonNullable<MoveRow['problem']>

export type Sweeper = ReturnType<typeof createSweeper>

/**
 * Creates the sweeper, which sends one transaction per wallet at a time, the next
 * one when it is final. Each is stored before it is sent, so that the next
 * leader can continue.
 */
export function createSweeper({
  chain,
  db,
  log,
  outbox,
  sweeps,
  timeouts,
  treasury,
  vault,
}: {
  chain: Chain
  db: Database
  log: Logger
  outbox: OutboxStore
  sweeps: SweepService
  timeouts?: Timeouts
  /** Without a treasury, planned moves are skipped. */
  treasury: Address | undefined
  vault: WalletVault
}) {
  const { client } = chain
  const broadcaster = createBroadcaster({ chain, log, timeouts })
  let checkedMs = Number.NEGATIVE_INFINITY

  /** @throws at the end if some moves failed, which the next tick retries. */
  async function tick(term: Term, signal?: AbortSignal): Promise<void> {
    const isDue = performance.now() - checkedMs >= reorgCheckMs(chain)
    if (isDue || (await sweeps.open()).length > 0) {
      await reopenReorged(term)
      checkedMs = performance.now()
    }
    const open = await sweeps.open()
    const finalized = open.length > 0 ? await chain.finalized() : 0n
    const wallets = Map.groupBy(open, ({ wallet }) => wallet)
    let failures = 0
    for (const batch of inChunks([...wallets.values()], WALLETS_PER_BATCH)) {
      if (signal?.aborted) return
      const advanced = batch.map((moves) =>
        advanceWallet(term, moves, finalized).catch((error: unknown) => {
          if (error instanceof TermOver) throw error
          failures += 1
          log.error({ error, move: moves[0]?.id }, 'sweep_move.failed')
        }),
      )
      await Promise.all(advanced)
    }
    if (failures > 0) throw new Error(`${failures} wallets not swept`)
    const finished = await withFencing(term, db, sweeps.finish)
    if (!finished) return
    const { id: sweep, requestedBy, treasury } = finished
    log.info({ sweep, requestedBy, treasury }, 'sweep.finished')
  }

  /** Sends moves of reorged blocks again. */
  async function reopenReorged(term: Term): Promise<void> {
    for (const settled of await sweeps.settledBlocks(BLOCKS_PER_TICK)) {
      // Blocks below are on the chain too.
      if (!(await isReplaced(chain, settled))) return
      log.warn({ block: Number(settled.blockNumber) }, 'sweep.reorged')
      await withFencing(term, db, (tx) => sweeps.reopen(tx, settled.blockHash))
    }
  }

  /** @param moves of one wallet, signed ones first. */
  async function advanceWallet(
    term: Term,
    moves: readonly OpenMove[],
    finalized: bigint,
  ): Promise<void> {
    const signed = moves.filter(({ status }) => status !== 'planned')
    for (const move of signed) await followMove(term, move, finalized)
    const [next] = moves
    if (signed.length > 0 || !next) return
    if (next.treasury === treasury && !(await vault.holds(treasury))) {
      await sendMove(term, next, finalized)
      return
    }
    const problem = 'wrong_treasury'
    const fields = { move: next.id, treasury: next.treasury, problem }
    log.error(fields, 'sweep_move.skipped')
    await skip(term, next, problem)
  }

  async function followMove(
    term: Term,
    move: OpenMove,
    finalized: bigint,
  ): Promise<void> {
    const attempts = await sweeps.listAttempts(move.id)
    const receipt = await attemptReceipt(chain, attempts)
    if (receipt) {
      broadcaster.forget(attempts)
      return recordReceipt(term, move, { attempts, finalized, receipt })
    }
    if (move.status === 'mined') await change(term, move, NOT_MINED)
    const sent = { ...move, ...NOT_MINED }
    await broadcaster.pursue(attempts, {
      raiseFees: (newest) => sendMove(term, sent, finalized, newest),
      recover: () => markLost(term, sent, attempts),
    })
  }

  async function recordReceipt(
    term: Term,
    move: OpenMove,
    {
      attempts,
      finalized,
      receipt,
    }: {
      attempts: readonly MoveAttempt[]
      finalized: bigint
      receipt: Receipt
    },
  ): Promise<void> {
    const { blockHash, blockNumber, transactionHash: txHash } = receipt
    const status = blockNumber <= finalized ? 'final' : 'mined'
    if (status === move.status && blockHash === move.blockHash) return
    const attempt = attempts.find(({ hash }) => hash === txHash)
    assert(attempt !== undefined, 'the receipt belongs to an attempt')
    const { amountWei } = attempt
    const hasSucceeded = receipt.status === 'success'
    const feeWei = receipt.gasUsed * receipt.effectiveGasPrice
    const mined = { amountWei, feeWei, hasSucceeded, txHash, blockNumber }
    await change(term, move, { ...mined, status, problem: null, blockHash })
    if (status !== 'final') return
    const { asset, sweepId: sweep, wallet } = move
    const amount = String(amountWei)
    const fields = { sweep, wallet, asset, amountWei: amount, txHash }
    if (hasSucceeded) log.info(fields, 'sweep_move.finalized')
    else log.error(fields, 'sweep_move.reverted')
  }

  /** Marks a move as lost if its nonce is used. @returns true if it did. */
  async function markLost(
    term: Term,
    move: OpenMove,
    attempts: readonly MoveAttempt[],
  ): Promise<boolean> {
    const { id, nonce, wallet } = move
    assert(nonce !== null, 'a sent move has a nonce')
    const block = await findReplacement(chain, { wallet, nonce, attempts })
    if (!block) return false
    broadcaster.forget(attempts)
    log.error({ move: id, wallet, nonce }, 'sweep_move.nonce_lost')
    await change(term, move, { ...block, status: 'lost', problem: null })
    return true
  }

  /**
   * Signs a move and sends it once it is stored, or funds or skips it.
   *
   * @param earlier attempt, which is replaced with higher fees.
   * @returns true if it was signed.
   */
  async function sendMove(
    term: Term,
    move: OpenMove,
    finalized: bigint,
    earlier?: MoveAttempt,
  ): Promise<boolean> {
    const { id: moveId, treasury, wallet } = move
    if (isFunding(move, finalized)) return false
    const nonce = await client.getTransactionCount({
      address: wallet,
      blockTag: 'latest',
    })
    if (move.nonce !== null && move.nonce !== nonce) return false
    const quote = await quoteMove(move, finalized, earlier)
    if (!quote) return skip(term, move, 'refused')
    const { amountWei, fees, gas, neededWei, nativeWei } = quote
    if (!(earlier || quote.isWorthIt)) return skip(term, move, 'not_worth_it')
    if (fees.maxFeePerGas > FEE_PER_GAS_MAX) {
      const problem = 'fees_too_high'
      if (move.problem !== problem) await change(term, move, { problem })
      return false
    }
    if (nativeWei < neededWei) {
      await fund(term, move, (neededWei * FUNDING_PERCENT) / 100n - nativeWei)
      return false
    }
    assert(!(await vault.holds(treasury)), 'the treasury is no wallet of ours')
    const account = createSigningAccount(await vault.openKey(wallet), chain)
    const call = callOfMove(chain, { ...move, amountWei })
    const signed = await account.sign({ ...call, ...fees, gas, nonce })
    const attempt = { ...signed, moveId, amountWei, ...fees }
    const sent = { problem: null, nonce, gas, amountWei }
    await withFencing(term, db, async (tx) => {
      await sweeps.addAttempt(tx, attempt)
      await sweeps.change(tx, move, { ...sent, status: 'sent' })
    })
    await broadcaster.send(attempt)
    return true
  }

  /** Reads final balances and costs. @returns undefined if it would revert. */
  async function quoteMove(move: OpenMove, finalized: bigint, earlier?: Fees) {
    const { wallet } = move
    const isNative = move.asset === NATIVE.symbol
    const native = { wallet, asset: NATIVE.symbol }
    const nativeWei = await readBalance(chain, native, finalized)
    const amountWei = isNative
      ? nativeWei
      : await readBalance(chain, move, finalized)
    const gas =
      move.gas ??
      (await gasOfMove(chain, { ...move, amountWei }).catch(
        (error: unknown) => {
          if (!isCallRejected(error)) throw error
        },
      ))
    if (!gas) return undefined
    const fees = await bumpFees(client, earlier)
    const costWei = gas * fees.maxFeePerGas
    const quote = { amountWei, gas, fees, nativeWei, neededWei: costWei }
    if (!isNative) return { ...quote, isWorthIt: amountWei > 0n }
    // Pays the maximum fee, so that the balance becomes zero.
    fees.maxPriorityFeePerGas = fees.maxFeePerGas
    return {
      ...quote,
      amountWei: nativeWei - costWei,
      neededWei: costWei + 1n,
      // Skips moves that cost more than they bring.
      isWorthIt: nativeWei >= 2n * costWei,
    }
  }

  /** Queues a payment by the operator account for the missing gas. */
  async function fund(
    term: Term,
    move: OpenMove,
    value: bigint,
  ): Promise<void> {
    if ((await outbox.countUnmined('fund_gas')) >= FUNDINGS_UNMINED_MAX) return
    await withFencing(term, db, async (tx) => {
      const fundingId = await outbox.enqueue(tx, {
        purpose: 'fund_gas',
        to: move.wallet,
        data: '0x',
        value,
      })
      await sweeps.change(tx, move, { fundingId, problem: 'needs_gas' })
    })
  }

  async function skip(
    term: Term,
    move: OpenMove,
    problem: Problem,
  ): Promise<false> {
    await change(term, move, { status: 'skipped', problem })
    return false
  }

  function change(
    term: Term,
    move: OpenMove,
    change: MoveChange,
  ): Promise<void> {
    return withFencing(term, db, (tx) => sweeps.change(tx, move, change))
  }

  return { tick }
}

/** True until a gas payment is part of the wallet's final balance. */
function isFunding({ funding }: OpenMove, finalized: bigint): boolean {
  if (!funding || funding.status === 'failed') return false
  return !(
    funding.status === 'final' && (funding.blockNumber ?? 0n) <= finalized
  )
}

/**
 * Checks if a transaction that isn't ours has used a move's nonce, so that the
 * move can't be mined any more.
 *
 * @param signed a wallet's nonce, and all attempts that we signed with it.
 * @returns a final block after that; undefined unless every node proves it.
 */
async function findReplacement(
  { nodes }: Chain,
  signed: { wallet: Address; nonce: number; attempts: readonly MoveAttempt[] },
): Promise<NotedBlock | undefined> {
  const { attempts, nonce, wallet: address } = signed
  const proofs: (NotedBlock | undefined)[] = await nodes
    .queryEach(async ({ client, finalized, readReceipt }) => {
      const blockNumber = (await finalized()) - KNOWN_FOR_BLOCKS
      if (blockNumber < 0n) return undefined
      const { hash: blockHash } = await client.getBlock({ blockNumber })
      const atBlock = { address, blockNumber }
      if ((await client.getTransactionCount(atBlock)) <= nonce) return undefined
      for (const { hash } of attempts) {
        if (await readReceipt(hash)) return undefined
      }
      return { blockNumber, blockHash }
    })
    .catch((error: unknown) => {
      if (!isUnanswered(error)) throw error
      return []
    })
  return proofs.includes(undefined) ? undefined : proofs[0]
}
