import type { Address } from 'viem'
import type { Chain } from '../../platform/chain/nodes/chain.ts'
import type { ChainNode } from '../../platform/chain/nodes/chain-node.ts'
import { rpcFailure } from '../../platform/chain/nodes/rpc-failure.ts'
import type { Logger } from '../../platform/logger.ts'
import { type Holdings, holdingsAt } from './holdings.ts'
import { settledUpTo } from './settled-payments.ts'

type SettledHoldings = { node: ChainNode; block: number; held: Holdings }

/** As nodes of several kinds say that they keep no state that old. */
const PRUNED =
  /missing trie node|state.*(not available|unavailable)|historical state|prun/i

/**
 * What wallets hold in a block that is final, and none before the last of
 * their payments.
 *
 * @returns `pruned` where every single node says that it keeps no such state.
 * @throws when no node has come so far.
 */
export async function holdingsAfter(
  { nodes, deployment }: Chain,
  { wallets, last }: { wallets: readonly Address[]; last: number },
  log: Logger,
): Promise<SettledHoldings | 'pruned'> {
  let asked = 0
  let pruned = 0
  const told = await nodes.ask(async (node) => {
    asked += 1
    const block = await settledUpTo(node)
    if (block < last) return undefined
    try {
      const held = await holdingsAt(node, deployment, { wallets, block })
      return { node, block, held }
    } catch (error) {
      const failure = rpcFailure(error)
      if (!PRUNED.test(String(failure))) throw error
      pruned += 1
      return undefined
    }
  })
  if (told) return told
  if (pruned < asked) throw new Error(`No node tells balances after ${last}`)
  log.warn({ block: last }, 'balances.pruned')
  return 'pruned'
}
