import { ANCHORED_TOPIC } from '#core/evidence/on-chain.ts'
import type { RecordAnchor } from '#core/evidence/record-anchor.ts'

const hex = (value: number) => `0x${value.toString(16)}`

/** Holds an honest node's answers about an anchor, by method and first parameter. */
export function nodeAnswers(anchor: RecordAnchor): Record<string, unknown> {
  const { blockHash, contract, genesisHash, number, root } = anchor
  const blockNumber = hex(anchor.block)
  const numberTopic = `0x${number.toString(16).padStart(64, '0')}`
  const log = {
    address: `0x${contract.slice(2).toUpperCase()}`,
    topics: [ANCHORED_TOPIC, numberTopic, `0x${root}`],
  }
  const timestamp = hex(anchor.blockTimestamp)
  return {
    eth_chainId: hex(anchor.chainId),
    eth_blockNumber: hex(anchor.block + 1),
    eth_call: `0x${root}`,
    eth_getTransactionReceipt: { blockNumber, blockHash, logs: [log] },
    'eth_getBlockByNumber 0x0': { hash: genesisHash, timestamp: '0x0' },
    [`eth_getBlockByNumber ${blockNumber}`]: { hash: blockHash, timestamp },
  }
}
