import * as z from 'zod/mini'
import { ANCHORED_TOPIC, ROOT_OF_SELECTOR } from '../chain/anchor-contract.ts'
import {
  type AskNode,
  askAbout,
  blockAt,
  type ChainFinding,
  contradicted,
  notChecked,
  quantity,
  readAnswer,
  word,
} from './node-answers.ts'
import type { RecordAnchor } from './record-anchor.ts'

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
  ask: AskNode,
  anchor: RecordAnchor,
): Promise<AnchorFinding> {
  return askAbout(ask, anchor, () => foundBy(ask, anchor))
}

async function foundBy(
  ask: AskNode,
  anchor: RecordAnchor,
): Promise<AnchorFinding> {
  const stored = await ask('eth_call', [callOf(anchor), 'latest'])
  // Nothing at all: there is no such contract.
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

/** Whether the transaction stored the root, in the very block that is claimed. */
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
