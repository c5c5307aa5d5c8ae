import type { Address } from 'viem'
import { ASSET_SYMBOLS } from '#core/deposits/asset.ts'
import { answersTo } from '../../platform/batches.ts'
import type { Chain } from '../../platform/chain/nodes/chain.ts'
import type { ChainNode } from '../../platform/chain/nodes/chain-node.ts'
import type { Guard } from '../../platform/db/lease.ts'
import { NO_ID } from '../../platform/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import type { WalletMoves, WalletMovesThrough } from '../sweep/sweep.service.ts'
import type { AccountsStore, Owner } from './accounts.store.ts'
import type { CreditAudit } from './credit-audit.ts'
import type { GapsStore } from './gaps.store.ts'
import { type Holdings, holdingsAt, isSameHolding } from './holdings.ts'
import type { IndexedTransfersStore } from './indexed-transfers.store.ts'
import type { BlockPlace } from './mined-transactions.ts'
import { receivedOf } from './received.ts'
import type { RecentDepositsStore } from './recent-deposits.store.ts'
import { reorgedBlocks } from './reorged-blocks.ts'
import { settledUpTo } from './settled-payments.ts'
import type { TokenLog } from './token-log.ts'
import type { UnattributedDeposits } from './unattributed-deposits.ts'

/** Read in one call: with their tokens an answer of some kilobytes. */
const WALLETS_AT_ONCE = 100

/** Of a wallet's deposits that are not where they were. */
const LOOKED_AT_MOST = 50

/** Ordinary nodes keep the state of some more blocks than these. */
const BEHIND_MOST = 100

/** Maximum age of a node's head for a round. */
const HEAD_MAX_AGE_MS = 2_500

/** Why a wallet's account waits for the operator. */
export type Doubt =
  /** Our rows say that more has arrived than the chain shows. */
  | 'short'
  /** The wallet has sent transactions that nobody has noted. */
  | 'unknown_moves'
  /** Nodes do not agree about what it holds. */
  | 'disagreement'
  /**
   * Blocks of its deposits are reorged out, and what became of them is not certain.
   */
  | 'undone'

export const DOUBTS: readonly Doubt[] = [
  'short',
  'unknown_moves',
  'disagreement',
  'undone',
]

type ReconcilerDeps = {
  chain: Chain
  accounts: AccountsStore
  recent: RecentDepositsStore
  gaps: GapsStore
  audit: CreditAudit
  transfers: IndexedTransfersStore
  tokenLog: TokenLog
  unattributed: UnattributedDeposits
  movesThrough: WalletMovesThrough
  /** Of the present instance, a page by the player's id. */
  walletsAfter(userId: string, limit: number): Promise<Owner[]>
  log: Logger
  /** From one round to the next while every wallet holds what its rows say. */
  evenRoundEveryMs: number
  /** Told after each round over all wallets. */
  onRound(doubts: ReadonlyMap<Doubt, number>): void
}

type Round = { owners: readonly Owner[]; block: number; signal: AbortSignal }

/** What is known of some wallets at the block that counts. */
type Look = {
  block: number
  /** Who told what they hold. */
  node: ChainNode
  held: Holdings
  moves: ReadonlyMap<Address, WalletMoves>
}

/**
 * Sees to it that nothing is lost: what a wallet has got by what the chain
 * says of its balance must be what our rows say of its payments. What is there
 * beyond that, sent by a contract or before the wallet was known, becomes a
 * deposit that no transaction explains.
 */
export class Reconciler {
  readonly #deps: ReconcilerDeps
  #after = NO_ID
  #block = -1
  #isEven = true
  #nextRoundMs = Number.NEGATIVE_INFINITY
  #doubts = new Map<Doubt, number>()

  constructor(deps: ReconcilerDeps) {
    this.#deps = deps
  }

  /** Goes on with the round over all wallets, by some hundred at most. */
  async tick(term: Guard, signal: AbortSignal): Promise<void> {
    const { chain, evenRoundEveryMs, unattributed, walletsAfter } = this.#deps
    if (performance.now() < this.#nextRoundMs) return
    await chain.check()
    const block = await this.#coveredBlock(term, signal)
    await unattributed.creditWaiting(term)
    const isBetween = this.#after === NO_ID
    if (signal.aborted || block === undefined) return
    if (isBetween && block <= this.#block) return
    if (isBetween) this.#block = block
    const owners = await walletsAfter(this.#after, WALLETS_AT_ONCE)
    if (owners.length > 0) {
      await this.#reconcile(term, { owners, block, signal })
      // What was not gone through is gone through by whoever leads next.
      if (signal.aborted) return
    }
    const isLast = owners.length < WALLETS_AT_ONCE
    this.#after = (isLast ? undefined : owners.at(-1)?.userId) ?? NO_ID
    if (!isLast) return
    this.#deps.onRound(this.#doubts)
    this.#doubts = new Map()
    if (this.#isEven) this.#nextRoundMs = performance.now() + evenRoundEveryMs
    this.#isEven = true
  }

  /**
   * A final block up to which indexer and own log reading know all payments.
   * Where nodes refuse their logs the indexer suffices, as it does for the
   * chain's own coin: what it misses is found in balances.
   */
  async #coveredBlock(
    term: Guard,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    const { chain, transfers, tokenLog } = this.#deps
    const reach = await chain.nodes.ask((node) =>
      settledUpTo(node, HEAD_MAX_AGE_MS),
    )
    const read = await tokenLog.read(term, { reach, signal })
    const head = await transfers.head()
    if (!head) return undefined
    const hash = await chain.hashAt(BigInt(head.blockNumber))
    // On another branch it may not have seen what is on this one.
    if (hash !== head.blockHash) return undefined
    const block = Math.min(reach, read ?? reach, head.blockNumber)
    return reach - block > BEHIND_MOST ? undefined : block
  }

  async #reconcile(term: Guard, { owners, block, signal }: Round) {
    const { gaps } = this.#deps
    const wallets = owners.map(({ wallet }) => wallet)
    const look = await this.#look(wallets, block)
    if (!look) return
    const uneven = new Set([
      ...(await gaps.withGaps(wallets)),
      ...(await this.#unevenOf(owners, look)),
    ])
    const open = owners.filter(({ wallet }) => uneven.has(wallet))
    if (open.length === 0) return
    this.#isEven = false
    const sound = await this.#soundOf(open, look)
    const placed: Owner[] = []
    for (const owner of sound) {
      if (signal.aborted) return
      if (await this.#isInPlace(term, owner, signal)) placed.push(owner)
    }
    if (signal.aborted) return
    await this.#settle(term, { owners: placed, block, signal }, look)
  }

  /**
   * Has what is not where it was looked at first: it may be what the wallet
   * has got more than its rows say.
   */
  async #isInPlace(
    term: Guard,
    owner: Owner,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { accounts, audit, chain, recent } = this.#deps
    const reorged: BlockPlace[] = []
    for (const cryptoType of ASSET_SYMBOLS) {
      const places = await accounts.placesOf({ ...owner, cryptoType })
      reorged.push(...(await reorgedBlocks(chain, places)))
    }
    const hashes = reorged.map(({ blockHash }) => blockHash)
    const asked = { limit: LOOKED_AT_MOST, userId: owner.userId }
    const rows = [
      ...(await recent.settledIn(hashes, asked)),
      ...(await recent.absent(asked)),
    ]
    await audit.lookAt(term, rows, signal)
    if (reorged.length > 0) this.#doubt('undone', owner.wallet)
    return reorged.length === 0
  }

  async #look(
    wallets: readonly Address[],
    block: number,
  ): Promise<Look | undefined> {
    const { chain, movesThrough } = this.#deps
    const told = await chain.nodes.ask(async (node) => {
      if ((await settledUpTo(node, HEAD_MAX_AGE_MS)) < block) return undefined
      const asked = { wallets, block }
      return { node, held: await holdingsAt(node, chain.deployment, asked) }
    })
    if (!told) return undefined
    const moves = await movesThrough(BigInt(block), wallets)
    return { block, moves, ...told }
  }

  /** Wallets whose rows do not say what they hold. */
  async #unevenOf(
    owners: readonly Owner[],
    { block, held, moves }: Look,
  ): Promise<Address[]> {
    const accounts = await this.#deps.accounts.through(block, owners)
    const byKey = new Map(
      accounts.map((one) => [`${one.wallet} ${one.cryptoType}`, one]),
    )
    const isUneven = ({ wallet }: Owner) =>
      ASSET_SYMBOLS.some((asset) => {
        const own = byKey.get(`${wallet} ${asset}`)
        const { settledWei = 0n, waitingWei = 0n, pendingWei = 0n } = own ?? {}
        const got = receivedOf(asset, held.get(wallet), moves.get(wallet))
        return got.receivedWei !== settledWei + waitingWei + pendingWei
      })
    return owners.filter(isUneven).map(({ wallet }) => wallet)
  }

  /** Those of them about which all that is known can be believed. */
  async #soundOf(
    owners: readonly Owner[],
    { block, held, moves, node }: Look,
  ): Promise<Owner[]> {
    const { chain, transfers } = this.#deps
    const wallets = owners.map(({ wallet }) => wallet)
    const asked = { wallets, block }
    const others = await chain.nodes.askReachable(
      async (other) =>
        (await settledUpTo(other)) < block
          ? undefined
          : holdingsAt(other, chain.deployment, asked),
      node,
    )
    const unheard = await transfers.newsOf(wallets, block)
    const counts = await answersTo(wallets, (address) =>
      node.client.getTransactionCount({ address, blockNumber: BigInt(block) }),
    )
    const sound: Owner[] = []
    for (const owner of owners) {
      const { wallet } = owner
      // Gas that is not noted yet would be taken for a deposit, and once it is
      // noted for one too many: the next deposit would be short of it.
      if (unheard.has(wallet) || moves.get(wallet)?.hasOpenPayment) continue
      const own = held.get(wallet)
      const isAgreed = others.every(
        ({ answer }) => !answer || isSameHolding(answer.get(wallet), own),
      )
      const isKnown = counts.get(wallet) === moves.get(wallet)?.transactionCount
      if (!isAgreed) this.#doubt('disagreement', wallet)
      else if (isKnown) sound.push(owner)
      else this.#doubt('unknown_moves', wallet)
    }
    return sound
  }

  async #settle(
    term: Guard,
    { owners, signal }: Round,
    { block, held, moves, node }: Look,
  ) {
    const { unattributed } = this.#deps
    const blockHash = await node.hashAt(BigInt(block))
    if (!blockHash) return
    await this.#forgetOtherBranches(owners, node)
    const keys = owners.flatMap((owner) =>
      ASSET_SYMBOLS.map((cryptoType) => ({ ...owner, cryptoType })),
    )
    for (const key of keys) {
      if (signal.aborted) return
      const { cryptoType, wallet } = key
      const outcome = await unattributed.compare(term, key, {
        blockNumber: block,
        blockHash,
        ...receivedOf(cryptoType, held.get(wallet), moves.get(wallet)),
      })
      if (outcome === 'short') this.#doubt('short', wallet)
    }
    await unattributed.creditWaiting(term)
  }

  async #forgetOtherBranches(owners: readonly Owner[], node: ChainNode) {
    const { gaps } = this.#deps
    const seen = await gaps.seenAt(owners.map(({ wallet }) => wallet))
    for (const { blockHash, blockNumber } of seen) {
      const hash = await node.hashAt(BigInt(blockNumber))
      if (hash && hash !== blockHash) await gaps.forgetSeenAt(blockHash)
    }
  }

  #doubt(doubt: Doubt, wallet: Address): void {
    this.#doubts.set(doubt, (this.#doubts.get(doubt) ?? 0) + 1)
    this.#deps.log.warn({ wallet, doubt }, 'wallet.unreconciled')
  }
}
