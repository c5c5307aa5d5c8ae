import { type Chain, requireChain } from '../../platform/chain/nodes/chain.ts'
import type { ChainNode } from '../../platform/chain/nodes/chain-node.ts'
import type { WalletMovesThrough } from '../sweep/sweep.service.ts'
import type { AccountsStore } from './accounts.store.ts'
import type { DepositRow } from './deposits.store.ts'
import { type Amounts, holdingsAt, isSameHolding } from './holdings.ts'
import type { BlockPlace } from './mined-transactions.ts'
import { receivedOf } from './received.ts'
import { reorgedBlocks } from './reorged-blocks.ts'
import { NodesDisagree, settledUpTo } from './settled-payments.ts'

type BalanceCheckDeps = {
  chain: Chain
  accounts: AccountsStore
  movesThrough: WalletMovesThrough
}

export type BalanceCheckResult = BlockPlace | { lackWei: bigint } | 'unsure'

/** What a node shows of a wallet at a block. */
type View = {
  node: ChainNode
  blockHash: string | undefined
  held: Amounts | undefined
  transactionCount: number
}

/**
 * Looks for a deposit that no transaction explains, once the block in which it
 * was found is reorged out: it is still there if the wallet has got as much.
 */
export class UnattributedBalanceCheck {
  readonly #deps: BalanceCheckDeps

  constructor(deps: BalanceCheckDeps) {
    this.#deps = deps
  }

  /**
   * @returns the block in which it is there, or how much of it is missing.
   * @throws NodesDisagree
   * @throws when one of the nodes does not answer, or is on another chain.
   */
  async check(row: DepositRow): Promise<BalanceCheckResult> {
    const { accounts, chain, movesThrough } = this.#deps
    const blockNumber = await this.#reach()
    const blockHash = await chain.hashAt(BigInt(blockNumber))
    if (blockNumber < row.blockNumber || !blockHash) return 'unsure'
    const places = await accounts.placesOf(row, { traced: true })
    // What another one of its deposits lacks is not lacking of this one.
    if ((await reorgedBlocks(chain, places)).length > 0) return 'unsure'
    const place = { blockNumber, blockHash }
    const { held, transactionCount } = await this.#viewOf(row, place)
    const moves = await movesThrough(BigInt(blockNumber), [row.wallet])
    const moved = moves.get(row.wallet)
    if (moved?.transactionCount !== transactionCount) return 'unsure'
    const received = receivedOf(row.cryptoType, held, moved)
    const { roomWei } = await accounts.roomOf(row, { blockNumber, ...received })
    return roomWei < 0n ? { lackWei: -roomWei } : place
  }

  /** The last block that is final for all nodes. */
  async #reach(): Promise<number> {
    const { nodes, deployment } = this.#deps.chain
    const reaches = await nodes.askEach(async (node) => {
      await requireChain(node, deployment)
      return settledUpTo(node)
    })
    return Math.min(...reaches)
  }

  /** What all nodes show alike. */
  async #viewOf({ wallet }: DepositRow, at: BlockPlace): Promise<View> {
    const { nodes, deployment } = this.#deps.chain
    const block = at.blockNumber
    const blockNumber = BigInt(block)
    const views = await nodes.askEach(async (node) => {
      const held = await holdingsAt(node, deployment, {
        wallets: [wallet],
        block,
      })
      return {
        node,
        blockHash: await node.hashAt(blockNumber),
        held: held.get(wallet),
        transactionCount: await node.client.getTransactionCount({
          address: wallet,
          blockNumber,
        }),
      }
    })
    const [first] = views
    const other = views.find(
      (view) => view.blockHash !== at.blockHash || !isSame(view, first),
    )
    if (other || !first) {
      const nodesOf = [first, other].flatMap((view) => view?.node ?? [])
      throw new NodesDisagree(nodesOf, block)
    }
    return first
  }
}

function isSame(a: View, b: View | undefined): boolean {
  return (
    a.transactionCount === b?.transactionCount && isSameHolding(a.held, b.held)
  )
}
