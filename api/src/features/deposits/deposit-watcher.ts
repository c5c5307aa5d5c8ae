import type { Address } from 'viem'
import {
  CONFIRMATIONS_NEEDED,
  confirmationsOf,
} from '#core/deposits/confirmations.ts'
import type { Chain } from '../../platform/chain/chain.ts'
import type { Term } from '../../platform/db/lease.ts'
import type { DepositChain } from './deposit-chain.ts'
import type { DepositSettler } from './deposit-settler.ts'
import type { DepositsService } from './deposits.service.ts'
import type { DepositRow, DepositsStore } from './deposits.store.ts'
import type { HintsStore } from './hints.store.ts'
import { inTurns } from './in-turns.ts'
import { type BlockPlace, checkPayment } from './payment-check.ts'

/** Blocks behind the head in which new hints are looked for each time. */
const RECENT_BLOCKS = 500
/** How often everything is looked at again. */
const SWEEP_EVERY_MS = 60_000

type WatcherDeps = {
  chain: Chain
  site: DepositChain
  hints: HintsStore
  store: DepositsStore
  deposits: DepositsService
  settler: DepositSettler
  ownersOf(wallets: readonly Address[]): Promise<Map<string, string>>
}

type Following = { rows: DepositRow[]; head: number; signal: AbortSignal }

/**
 * Follows payments from the indexer's first hint to the sixth confirmation.
 * Where they are and whether they are real is asked of the API's own node.
 */
export class DepositWatcher {
  readonly #deps: WatcherDeps
  #head: number | undefined
  #sweptMs = Number.NEGATIVE_INFINITY

  constructor(deps: WatcherDeps) {
    this.#deps = deps
  }

  async tick(term: Term, signal: AbortSignal): Promise<void> {
    const head = Number(await this.#deps.chain.head())
    const isSweep = performance.now() - this.#sweptMs >= SWEEP_EVERY_MS
    const since = isSweep ? 0 : Math.max(head - RECENT_BLOCKS, 0)
    const news = await this.#takeHints(term, { since, head })
    if (!(isSweep || news.any) && head === this.#head) return
    const rows = await this.#deps.store.pending(this.#deps.site.instanceId, {
      all: isSweep || news.moved,
    })
    if (isSweep) this.#sweptMs = performance.now()
    // What fails is tried again, though no block comes meanwhile.
    this.#head = undefined
    if (rows.length > 0) await this.#follow(term, { rows, head, signal })
    this.#head = head
  }

  async #takeHints(
    term: Term,
    { since, head }: { since: number; head: number },
  ): Promise<{ any: boolean; moved: boolean }> {
    const { hints, deposits, ownersOf } = this.#deps
    const seen = await hints.newSince(since)
    const fresh = seen.filter(({ depositId }) => depositId === null)
    const wallets = new Set(fresh.map(({ wallet }) => wallet))
    const owners = await ownersOf([...wallets])
    const owned = fresh.flatMap((hint) => {
      const userId = owners.get(hint.wallet)
      const confirmations = confirmationsOf(hint.blockNumber, head)
      return userId ? { hint, userId, confirmations } : []
    })
    if (owned.length > 0) await deposits.record(term, owned)
    const moved = fresh.length < seen.length
    return { any: owned.length > 0 || moved, moved }
  }

  /** Notes where the payments are now, and settles those that are final. */
  async #follow(term: Term, { rows, head, signal }: Following): Promise<void> {
    const { deposits, settler } = this.#deps
    const hashes = await this.#hashesOf(rows)
    const placed = await inTurns(rows, async (row) => {
      const isThere = hashes.get(row.blockNumber) === row.blockHash
      return placedAt(row, isThere ? row : await this.#find(row), head)
    })
    await deposits.advance(
      term,
      placed.filter(({ row, change }) => isChange(row, change)),
    )
    const ripe = placed
      .map(({ row, change }) => ({ ...row, ...change }))
      .filter(({ confirmations }) => confirmations === CONFIRMATIONS_NEEDED)
    await settler.settle(term, ripe, signal)
  }

  async #hashesOf(rows: DepositRow[]): Promise<Map<number, string>> {
    const { chain } = this.#deps
    const numbers = [...new Set(rows.map(({ blockNumber }) => blockNumber))]
    const found = await inTurns(numbers, async (blockNumber) => {
      const hash = await chain.hashAt(BigInt(blockNumber))
      return [blockNumber, hash ?? ''] as const
    })
    return new Map(found)
  }

  async #find(row: DepositRow): Promise<BlockPlace | undefined> {
    const { chain } = this.#deps
    const verdict = await checkPayment(chain, row)
    return verdict.kind === 'missing' ? undefined : verdict.place
  }
}

/** A payment that is nowhere keeps its last block, with no confirmations. */
function placedAt(row: DepositRow, at: BlockPlace | undefined, head: number) {
  const { blockNumber, blockHash } = at ?? row
  const confirmations = at ? confirmationsOf(blockNumber, head) : 0
  return { row, change: { blockNumber, blockHash, confirmations } }
}

function isChange(
  row: DepositRow,
  change: Pick<DepositRow, 'blockHash' | 'confirmations'>,
): boolean {
  return (
    change.blockHash !== row.blockHash ||
    change.confirmations !== row.confirmations
  )
}
