import type { Address } from 'viem'
import { chunksOf } from '../../platform/batches.ts'
import {
  type Chain,
  isReplaced,
  reorgCheckMs,
} from '../../platform/chain/nodes/chain.ts'
import { openBroadcaster } from '../../platform/chain/outbox/broadcaster.ts'
import type { OutboxStore } from '../../platform/chain/outbox/outbox.store.ts'
import { type Term, TermOver } from '../../platform/db/lease.ts'
import type { Logger } from '../../platform/logger.ts'
import type { WalletVault } from '../wallets/wallet-keys.ts'
import { type MoveTimeouts, openMoveFollower } from './move-follower.ts'
import { openMoveOffers } from './move-offers.ts'
import type { OpenMove, SweepStore } from './sweep.store.ts'

const WALLETS_PER_BATCH = 10
/** Blocks checked for reorgs per tick. */
const BLOCKS_PER_TICK = 20

/** Reports failed moves, which the next tick retries. */
class Unswept extends Error {
  override readonly name = 'Unswept'
}

export type Sweeper = ReturnType<typeof openSweeper>

/**
 * Opens the sweeper, which sends one transaction per wallet at a time, the next
 * one when it is final. Each is stored before it is sent, so that the next
 * leader can continue.
 */
export function openSweeper({
  chain,
  log,
  outbox,
  store,
  timeouts,
  treasury,
  vault,
}: {
  chain: Chain
  log: Logger
  outbox: OutboxStore
  store: SweepStore
  timeouts?: MoveTimeouts
  /** Without a treasury, planned moves are skipped. */
  treasury: Address | undefined
  vault: WalletVault
}) {
  const broadcaster = openBroadcaster({ chain, log })
  const offers = openMoveOffers({ broadcaster, chain, outbox, store, vault })
  const follower = openMoveFollower({
    broadcaster,
    chain,
    log,
    offers,
    store,
    timeouts,
  })
  let checkedMs = Number.NEGATIVE_INFINITY

  /** @throws Unswept at the end if some moves failed. */
  async function tick(term: Term, signal?: AbortSignal): Promise<void> {
    const isDue = performance.now() - checkedMs >= reorgCheckMs(chain)
    if (isDue || (await store.open()).length > 0) {
      await reopen(term)
      checkedMs = performance.now()
    }
    const open = await store.open()
    if (open.length > 0) {
      const wallets = Map.groupBy(open, ({ wallet }) => wallet)
      const finalized = await chain.finalized()
      let failures = 0
      for (const batch of chunksOf([...wallets.values()], WALLETS_PER_BATCH)) {
        if (signal?.aborted) return
        failures += await advanceBatch(term, batch, finalized)
      }
      if (failures > 0) throw new Unswept(`${failures} wallets not swept`)
    }
    await finish(term)
  }

  /** Sends moves of reorged blocks again. */
  async function reopen(term: Term): Promise<void> {
    for (const settled of await store.settledBlocks(BLOCKS_PER_TICK)) {
      // Blocks below are on the chain too.
      if (!(await isReplaced(chain, settled))) return
      const block = Number(settled.blockNumber)
      log.warn({ block }, 'sweep.reorged')
      await store.write(term, (tx) => store.reopen(tx, settled.blockHash))
    }
  }

  /** Advances wallets independently. @returns the number of failures. */
  async function advanceBatch(
    term: Term,
    wallets: readonly OpenMove[][],
    finalized: bigint,
  ): Promise<number> {
    let failures = 0
    const advanced = wallets.map((moves) =>
      advance(term, moves, finalized).catch((error: unknown) => {
        if (error instanceof TermOver) throw error
        failures += 1
        log.error({ error, move: moves[0]?.id }, 'sweep_move.failed')
      }),
    )
    await Promise.all(advanced)
    return failures
  }

  /** @param moves of one wallet, signed ones first. */
  async function advance(
    term: Term,
    moves: readonly OpenMove[],
    finalized: bigint,
  ): Promise<void> {
    const signed = moves.filter(({ status }) => status !== 'planned')
    for (const move of signed) await follower.follow(term, move, finalized)
    const [next] = moves
    if (signed.length > 0 || !next) return
    const isTreasury =
      next.treasury === treasury && !(await vault.holds(next.treasury))
    if (isTreasury) {
      return offers.submit(term, next, finalized)
    }
    const problem = 'wrong_treasury'
    log.error(
      { move: next.id, treasury: next.treasury, problem },
      'sweep_move.skipped',
    )
    await store.write(term, (tx) =>
      store.change(tx, next, { status: 'skipped', problem }),
    )
  }

  async function finish(term: Term): Promise<void> {
    const current = await store.current()
    if (!current) return
    let isDone = false
    await store.write(term, async (tx) => {
      isDone = await store.finish(tx, current.id)
    })
    const { id: sweep, requestedBy, treasury } = current
    if (isDone) log.info({ sweep, requestedBy, treasury }, 'sweep.finished')
  }

  return { tick }
}
