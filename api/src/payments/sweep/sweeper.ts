import type { Address } from 'viem'
import { chunksOf } from '../../platform/batches.ts'
import {
  type Chain,
  isReplaced,
  reorgCheckMs,
} from '../../platform/chain/nodes/chain.ts'
import { type Term, TermOver } from '../../platform/db/lease.ts'
import type { Logger } from '../../platform/logger.ts'
import type { MoveFollower } from './move-follower.ts'
import type { MoveOffers } from './move-offers.ts'
import type { OpenMove, SweepStore } from './sweep.store.ts'

const WALLETS_AT_ONCE = 10
/** Looked for after a reorganisation; the others are by the next ticks. */
const BLOCKS_A_TICK = 20

type SweeperDeps = {
  chain: Chain
  store: SweepStore
  offers: MoveOffers
  follower: MoveFollower
  /** Whether an account is the treasury that this house is configured with. */
  isTreasury(address: Address): Promise<boolean>
  log: Logger
}

/** Some failed, and are to be tried again. */
class Unswept extends Error {
  override readonly name = 'Unswept'
}

/**
 * Carries out sweeps: of each wallet one transaction after the other, the
 * next when the one before is final. All of it is in the database before a
 * node hears of it, so that whoever leads next goes on where this one stopped.
 */
export class Sweeper {
  readonly #deps: SweeperDeps
  #checkedMs = Number.NEGATIVE_INFINITY

  constructor(deps: SweeperDeps) {
    this.#deps = deps
  }

  /** @throws Unswept at the end, when some moves failed. */
  async tick(term: Term, signal?: AbortSignal): Promise<void> {
    const { chain, store } = this.#deps
    const isDue = performance.now() - this.#checkedMs >= reorgCheckMs(chain)
    if (isDue || (await store.open()).length > 0) {
      await this.#reopen(term)
      this.#checkedMs = performance.now()
    }
    const open = await store.open()
    if (open.length > 0) {
      const wallets = Map.groupBy(open, ({ wallet }) => wallet)
      const finalized = await chain.finalized()
      let failures = 0
      for (const some of chunksOf([...wallets.values()], WALLETS_AT_ONCE)) {
        if (signal?.aborted) return
        failures += await this.#advanceSome(term, some, finalized)
      }
      if (failures > 0) throw new Unswept(`${failures} wallets not swept`)
    }
    await this.#finish(term)
  }

  /** What is settled in a block that the chain no longer has is sent again. */
  async #reopen(term: Term): Promise<void> {
    const { chain, log, store } = this.#deps
    for (const settled of await store.settledBlocks(BLOCKS_A_TICK)) {
      // Where one still is, all before it are.
      if (!(await isReplaced(chain, settled))) return
      const block = Number(settled.blockNumber)
      log.warn({ block }, 'sweep.reorged')
      await store.write(term, (tx) => store.reopen(tx, settled.blockHash))
    }
  }

  /** @returns how many failed: one that does holds up no other. */
  async #advanceSome(
    term: Term,
    wallets: readonly OpenMove[][],
    finalized: bigint,
  ): Promise<number> {
    let failures = 0
    const advanced = wallets.map((moves) =>
      this.#advance(term, moves, finalized).catch((error: unknown) => {
        if (error instanceof TermOver) throw error
        failures += 1
        this.#deps.log.error({ error, move: moves[0]?.id }, 'sweep_move.failed')
      }),
    )
    await Promise.all(advanced)
    return failures
  }

  /** @param moves of one wallet, those in flight first. */
  async #advance(
    term: Term,
    moves: readonly OpenMove[],
    finalized: bigint,
  ): Promise<void> {
    const { follower, isTreasury, log, offers, store } = this.#deps
    const flying = moves.filter(({ status }) => status !== 'planned')
    for (const move of flying) await follower.follow(term, move, finalized)
    const [next] = moves
    if (flying.length > 0 || !next) return
    if (await isTreasury(next.treasury)) {
      return offers.launch(term, next, finalized)
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

  async #finish(term: Term): Promise<void> {
    const { log, store } = this.#deps
    const current = await store.current()
    if (!current) return
    let isDone = false
    await store.write(term, async (tx) => {
      isDone = await store.finish(tx, current.id)
    })
    const { id: sweep, requestedBy, treasury } = current
    if (isDone) log.info({ sweep, requestedBy, treasury }, 'sweep.finished')
  }
}
