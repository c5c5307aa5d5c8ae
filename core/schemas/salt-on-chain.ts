import { isTestChain, LOCAL_CHAIN } from '../chain/test-chains.ts'
import { isBlockAfter, type SaltBlock, saltAfterMs } from '../race/salt.ts'
import {
  type AskNode,
  askAbout,
  blockAt,
  type ChainFinding,
  contradicted,
  notChecked,
} from './node-answers.ts'

/** Result of checking a salt block against a node. */
export type SaltFinding = ChainFinding<'block' | 'predecessor'>

/** Salt claims of a race's record. */
export type ClaimedSalt = {
  rulesVersion: number
  closedAtMs: number
  saltBlock: SaltBlock
}

/**
 * Checks with one node that a salt block follows the rule: hash and time match
 * the chain, and the block before it is too old to be the salt.
 */
export async function saltOnChain(
  ask: AskNode,
  { rulesVersion, closedAtMs, saltBlock }: ClaimedSalt,
): Promise<SaltFinding> {
  const { chainId, genesisHash, hash, number, timestamp } = saltBlock
  // Version 1 has no genesis hash, and local chains share their id.
  const isUnnamed = chainId === LOCAL_CHAIN && genesisHash === undefined
  if (isUnnamed || !isTestChain(chainId)) return notChecked('other_chain')
  const afterMs = saltAfterMs({ rulesVersion, closedAtMs, chainId })
  return askAbout(ask, { chainId, genesisHash, block: number }, async () => {
    const block = await blockAt(ask, number)
    if (!block) return notChecked('pruned')
    if (block.hash !== hash || block.timestamp !== timestamp) {
      return contradicted('block')
    }
    if (number === 0) return { finding: 'holds' }
    const before = await blockAt(ask, number - 1)
    if (!before) return notChecked('pruned')
    return isBlockAfter(before, afterMs)
      ? contradicted('predecessor')
      : { finding: 'holds' }
  })
}
