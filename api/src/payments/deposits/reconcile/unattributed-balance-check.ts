import {
  type Chain,
  requireChain,
} from '../../../platform/chain/nodes/chain.ts'
import type { ChainNode } from '../../../platform/chain/nodes/chain-node.ts'
import type { WalletMovesThrough } from '../../sweep/sweep.service.ts'
import type { AccountsStore } from '../accounts.store.ts'
import type { DepositRow } from '../deposits.store.ts'
import { reorgedBlocks } from '../verify/inclusion-check.ts'
import type { BlockPlace } from '../verify/mined-transactions.ts'
import { NodesDisagree, settledUpTo } from '../verify/settled-payments.ts'
import {
  type Balances,
  balancesAt,
  isSameBalance,
  receivedOf,
} from '../verify/wallet-balances.ts'

type BalanceCheckDeps = {
  chain: Chain
  accounts: AccountsStore
  movesThrough: WalletMovesThrough
}

/** The block that proves the deposit, or how much of it is missing. */
type BalanceCheckResult = BlockPlace | { missingWei: bigint } | 'unsure'

/** A wallet at a block, as one node reports it. */
type View = {
  node: ChainNode
  blockHash: string | undefined
  balances: Balances | undefined
  transactionCount: number
}

export type UnattributedBalanceCheck = ReturnType<
  typeof openUnattributedBalanceCheck
>

/**
 * Opens the check of unattributed deposits whose block was reorged out: such a
 * deposit is still backed if the wallet has received as much.
 */
export function openUnattributedBalanceCheck({
  accounts,
  chain,
  movesThrough,
}: BalanceCheckDeps) {
  /**
   * @throws NodesDisagree
   * @throws when a node doesn't answer, or is on another chain.
   */
  async function check(row: DepositRow): Promise<BalanceCheckResult> {
    const blockNumber = await finalBlock()
    const blockHash = await chain.hashAt(BigInt(blockNumber))
    if (blockNumber < row.blockNumber || !blockHash) return 'unsure'
    const blocks = await accounts.blocksOf(row, { traced: true })
    // Another reorged deposit may be the missing one.
    if ((await reorgedBlocks(chain, blocks)).length > 0) return 'unsure'
    const place = { blockNumber, blockHash }
    const { balances, transactionCount } = await viewOf(row, place)
    const moves = await movesThrough(BigInt(blockNumber), [row.wallet])
    const moved = moves.get(row.wallet)
    if (moved?.transactionCount !== transactionCount) return 'unsure'
    const received = receivedOf(row.cryptoType, balances, moved)
    const { remainingWei } = await accounts.remainingOf(row, {
      blockNumber,
      ...received,
    })
    return remainingWei < 0n ? { missingWei: -remainingWei } : place
  }

  /** Returns the last block that is final for all nodes. */
  async function finalBlock(): Promise<number> {
    const { nodes, deployment } = chain
    const reaches = await nodes.askEach(async (node) => {
      await requireChain(node, deployment)
      return settledUpTo(node)
    })
    return Math.min(...reaches)
  }

  /** Reads a wallet from all nodes. @throws NodesDisagree */
  async function viewOf({ wallet }: DepositRow, at: BlockPlace): Promise<View> {
    const { nodes, deployment } = chain
    const block = at.blockNumber
    const blockNumber = BigInt(block)
    const views = await nodes.askEach(async (node) => {
      const balances = await balancesAt(node, deployment, {
        wallets: [wallet],
        block,
      })
      return {
        node,
        blockHash: await node.hashAt(blockNumber),
        balances: balances.get(wallet),
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

  return { check }
}

function isSame(a: View, b: View | undefined): boolean {
  return (
    a.transactionCount === b?.transactionCount &&
    isSameBalance(a.balances, b.balances)
  )
}
