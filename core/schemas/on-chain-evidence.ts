import * as z from 'zod/mini'
import { isTestChain, LOCAL_CHAIN } from '../chain/chains.ts'
import { isBlockAfter, type SaltBlock, saltAfterMs } from '../race/salt.ts'
import {
  blockAt,
  type ChainFinding,
  checkedWithNode,
  contradicted,
  notChecked,
  quantity,
  type RequestNode,
  readAnswer,
  word,
} from './node-answers.ts'
import type { RecordAnchor } from './record-anchor.ts'

/** ABI selector of FairnessAnchor's `rootOf(uint64)`. */
export const ROOT_OF_SELECTOR = '0x9d7384d9'

/** First topic of FairnessAnchor's event `Anchored(uint64,bytes32)`. */
export const ANCHORED_TOPIC =
  '0x4ac5b9bdb01817da80ec1c33e76c5bef927ab969dd8e8ba4ce21da0d7996e56f'

/** Result of checking an anchor against a node. */
export type AnchorFinding = ChainFinding<'root' | 'block'>

const receipt = z.looseObject({
  blockNumber: quantity,
  blockHash: word,
  logs: z.array(
    z.looseObject({ address: z.string(), topics: z.array(z.string()) }),
  ),
})

/**
 * Checks with one node that an anchor's root is in its contract, since the
 * claimed block.
 */
export function anchorOnChain(
  ask: RequestNode,
  anchor: RecordAnchor,
): Promise<AnchorFinding> {
  return checkedWithNode(ask, anchor, () => foundBy(ask, anchor))
}

async function foundBy(
  ask: RequestNode,
  anchor: RecordAnchor,
): Promise<AnchorFinding> {
  const stored = await ask('eth_call', [callOf(anchor), 'latest'])
  // The address has no contract.
  if (stored === '0x') return contradicted('root')
  if (readAnswer(word, stored).toLowerCase() !== `0x${anchor.root}`) {
    return contradicted('root')
  }
  const found = await ask('eth_getTransactionReceipt', [anchor.transaction])
  if (found === null) return notChecked('pruned')
  if (!isStoredBy(readAnswer(receipt, found), anchor))
    return contradicted('block')
  const mined = await blockAt(ask, anchor.block)
  if (!mined) return notChecked('pruned')
  const isOfTime = mined.timestamp === anchor.blockTimestamp
  return isOfTime ? { finding: 'holds' } : contradicted('block')
}

function callOf({ contract, number }: RecordAnchor) {
  const argument = number.toString(16).padStart(64, '0')
  return { to: contract, data: `${ROOT_OF_SELECTOR}${argument}` }
}

/** True if the transaction stored the root in the claimed block. */
function isStoredBy(
  { blockNumber, blockHash, logs }: z.infer<typeof receipt>,
  anchor: RecordAnchor,
): boolean {
  const topics = [
    ANCHORED_TOPIC,
    `0x${anchor.number.toString(16).padStart(64, '0')}`,
    `0x${anchor.root}`,
  ].join()
  return (
    Number(blockNumber) === anchor.block &&
    blockHash.toLowerCase() === anchor.blockHash &&
    logs.some(
      (log) =>
        log.address.toLowerCase() === anchor.contract &&
        log.topics.join().toLowerCase() === topics,
    )
  )
}

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
  ask: RequestNode,
  { rulesVersion, closedAtMs, saltBlock }: ClaimedSalt,
): Promise<SaltFinding> {
  const { chainId, genesisHash, hash, number, timestamp } = saltBlock
  // Version 1 has no genesis hash, and local chains share their id.
  const isUnnamed = chainId === LOCAL_CHAIN && genesisHash === undefined
  if (isUnnamed || !isTestChain(chainId)) return notChecked('other_chain')
  const afterMs = saltAfterMs({ rulesVersion, closedAtMs, chainId })
  return checkedWithNode(
    ask,
    { chainId, genesisHash, block: number },
    async () => {
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
    },
  )
}
