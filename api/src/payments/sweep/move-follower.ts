import type { Address, Hash } from 'viem'
import { assert } from '#core/assert.ts'
import {
  attemptReceipt,
  type Chain,
  type NotedBlock,
} from '../../platform/chain/nodes/chain.ts'
import type {
  ChainNode,
  Receipt,
} from '../../platform/chain/nodes/chain-node.ts'
import { isUnanswered } from '../../platform/chain/nodes/rpc-failure.ts'
import type { Broadcaster } from '../../platform/chain/outbox/broadcaster.ts'
import { isOutbid } from '../../platform/chain/outbox/fees.ts'
import type { Term } from '../../platform/db/lease.ts'
import type { Logger } from '../../platform/logger.ts'
import type { MoveOffers } from './move-offers.ts'
import {
  type MoveAttempt,
  NOT_MINED,
  type OpenMove,
  type SweepStore,
} from './sweep.store.ts'

export type MoveTimeouts = {
  /** Before the same transaction is sent again: a node may have dropped it. */
  resendMs: number
  /** Before fees are bumped. */
  stuckMs: number
  /** Before checking if someone else has used the wallet's key. */
  lostMs: number
}

const TIMEOUTS: MoveTimeouts = {
  resendMs: 3_000,
  stuckMs: 15_000,
  lostMs: 30_000,
}

/**
 * Blocks since the nonce was used. All machines behind one URL have the receipts
 * of such a block.
 */
const KNOWN_FOR_BLOCKS = 5n

type Sent = {
  move: OpenMove
  /** Newest first. */
  attempts: readonly MoveAttempt[]
  finalized: bigint
}

/** Opens the follow-up of signed moves until they are final. */
export function openMoveFollower({
  broadcaster,
  chain,
  log,
  offers,
  store,
  timeouts = TIMEOUTS,
}: {
  broadcaster: Broadcaster
  chain: Chain
  log: Logger
  offers: MoveOffers
  store: SweepStore
  timeouts?: MoveTimeouts | undefined
}) {
  async function follow(
    term: Term,
    move: OpenMove,
    finalized: bigint,
  ): Promise<void> {
    const attempts = await store.attemptsOf(move.id)
    const receipt = await attemptReceipt(chain, attempts)
    const sent = { move, attempts, finalized }
    if (receipt) {
      broadcaster.forget(attempts)
      return recordReceipt(term, sent, receipt)
    }
    if (move.status !== 'mined') return resend(term, sent)
    await store.write(term, (tx) => store.change(tx, move, NOT_MINED))
    await resend(term, { ...sent, move: { ...move, ...NOT_MINED } })
  }

  /** Sends a move again, with higher fees if it is stuck, or gives it up. */
  async function resend(term: Term, sent: Sent): Promise<void> {
    const { attempts, finalized, move } = sent
    const { lostMs, resendMs, stuckMs } = timeouts
    const [newest] = attempts
    assert(newest !== undefined, 'a sent move has an attempt')
    const waited = broadcaster.waited(newest.hash)
    // Sent by an earlier leader.
    if (!waited) return broadcaster.send(newest)
    if (waited.sinceFirstMs >= lostMs && (await giveUp(term, sent))) {
      return
    }
    if (waited.sinceLastMs < resendMs) return
    const isStuck =
      waited.sinceFirstMs >= stuckMs || (await isOutbid(chain.client, newest))
    if (isStuck && (await offers.bumpFees(term, move, { newest, finalized }))) {
      return
    }
    await broadcaster.send(newest)
  }

  /** Marks a move as lost if its nonce is used. @returns true if it did. */
  async function giveUp(
    term: Term,
    { attempts, move }: Sent,
  ): Promise<boolean> {
    const { id, nonce, wallet } = move
    assert(nonce !== null, 'a sent move has a nonce')
    const place = await lostBy(chain, { wallet, nonce, attempts })
    if (!place) return false
    broadcaster.forget(attempts)
    log.error({ move: id, wallet, nonce }, 'sweep_move.nonce_lost')
    const change = { ...place, status: 'lost', problem: null } as const
    await store.write(term, (tx) => store.change(tx, move, change))
    return true
  }

  async function recordReceipt(
    term: Term,
    { attempts, finalized, move }: Sent,
    receipt: Receipt,
  ): Promise<void> {
    const { blockHash, blockNumber, transactionHash: txHash } = receipt
    const status = blockNumber <= finalized ? 'final' : 'mined'
    if (status === move.status && blockHash === move.blockHash) return
    const attempt = attempts.find(({ hash }) => hash === txHash)
    assert(attempt !== undefined, 'the receipt belongs to an attempt')
    const change = {
      status,
      problem: null,
      amountWei: attempt.amountWei,
      feeWei: receipt.gasUsed * receipt.effectiveGasPrice,
      hasSucceeded: receipt.status === 'success',
      txHash,
      blockNumber,
      blockHash,
    } as const
    await store.write(term, (tx) => store.change(tx, move, change))
    if (status === 'final') logOutcome({ ...move, ...change })
  }

  function logOutcome(move: OpenMove): void {
    const { amountWei, asset, hasSucceeded, sweepId, txHash, wallet } = move
    const fields = {
      sweep: sweepId,
      wallet,
      asset,
      amountWei: String(amountWei),
      txHash,
    }
    if (hasSucceeded) log.info(fields, 'sweep_move.finalized')
    else log.error(fields, 'sweep_move.reverted')
  }

  return { follow }
}

/** A wallet's nonce, and all attempts that we signed with it. */
type Signed = {
  wallet: Address
  nonce: number
  attempts: readonly { hash: Hash }[]
}

/**
 * Checks if a transaction that isn't ours has used a move's nonce, so that the
 * move can't be mined any more.
 *
 * @returns a final block after that; undefined unless every node proves it.
 */
async function lostBy(
  { nodes }: Chain,
  signed: Signed,
): Promise<NotedBlock | undefined> {
  const proofs = await nodes.askEach((node) =>
    proofOf(node, signed).catch((error: unknown) => {
      if (isUnanswered(error)) return undefined
      throw error
    }),
  )
  const [proof] = proofs
  return proofs.every((one) => one !== undefined) ? proof : undefined
}

async function proofOf(
  { client, receiptOf }: ChainNode,
  { attempts, nonce, wallet }: Signed,
): Promise<NotedBlock | undefined> {
  const finalized = await client.getBlock({ blockTag: 'finalized' })
  const number = finalized.number - KNOWN_FOR_BLOCKS
  if (number < 0n) return undefined
  const { hash: blockHash } = await client.getBlock({ blockNumber: number })
  const count = await client.getTransactionCount({
    address: wallet,
    blockNumber: number,
  })
  if (count <= nonce) return undefined
  for (const { hash } of attempts) if (await receiptOf(hash)) return undefined
  return { blockNumber: number, blockHash }
}
