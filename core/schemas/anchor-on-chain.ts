import * as z from 'zod/mini'
import { ANCHORED_TOPIC, ROOT_OF_SELECTOR } from '../chain/anchor-contract.ts'
import type { RecordAnchor } from './record-anchor.ts'

/** Asks a node by JSON-RPC. Rejects where there is no answer. */
export type AskNode = (
  method: string,
  params: readonly unknown[],
) => Promise<unknown>

const answered = z.looseObject({ result: z.unknown() })

/** The result in a node's JSON-RPC answer. @throws where it refused, or said nothing. */
export function rpcResult(answer: unknown): unknown {
  const { data } = answered.safeParse(answer)
  if (data?.result === undefined) throw new Error('The node did not answer')
  return data.result
}

/** What a node says of an anchor, or why it says nothing that counts. */
export type ChainFinding =
  | { finding: 'holds' }
  | { finding: 'contradicted'; by: 'root' | 'block' }
  | { finding: 'not_checked'; because: Silence }

/** `pruned`: the root is there, but the node no longer has its transaction. */
export type Silence =
  | 'no_answer'
  | 'other_chain'
  | 'behind'
  | 'nonsense'
  | 'pruned'

const word = z.string().check(z.regex(/^0x[0-9a-f]{64}$/i))
const quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,13}$/i))
const block = z.looseObject({ hash: word, timestamp: quantity })
const receipt = z.looseObject({
  blockNumber: quantity,
  blockHash: word,
  logs: z.array(
    z.looseObject({ address: z.string(), topics: z.array(z.string()) }),
  ),
})

/**
 * Asks one node whether an anchor's root is in its contract, and since which
 * block. Only a node of the same chain that has come as far can contradict.
 */
export async function anchorOnChain(
  ask: AskNode,
  anchor: RecordAnchor,
): Promise<ChainFinding> {
  try {
    return (await silenceOf(ask, anchor)) ?? (await foundBy(ask, anchor))
  } catch (error) {
    return notChecked(error instanceof Nonsense ? 'nonsense' : 'no_answer')
  }
}

/** Why a node's word about the anchor would not count. */
async function silenceOf(
  ask: AskNode,
  { chainId, genesisHash, block: number }: RecordAnchor,
): Promise<ChainFinding | undefined> {
  const chain = read(quantity, await ask('eth_chainId', []))
  if (Number(chain) !== chainId) return notChecked('other_chain')
  const genesis = await ask('eth_getBlockByNumber', ['0x0', false])
  const { hash } = read(block, genesis)
  if (hash.toLowerCase() !== genesisHash) return notChecked('other_chain')
  const head = read(quantity, await ask('eth_blockNumber', []))
  return Number(head) < number ? notChecked('behind') : undefined
}

async function foundBy(
  ask: AskNode,
  anchor: RecordAnchor,
): Promise<ChainFinding> {
  const stored = await ask('eth_call', [callOf(anchor), 'latest'])
  // Nothing at all: there is no such contract.
  if (stored === '0x') return contradicted('root')
  if (read(word, stored).toLowerCase() !== `0x${anchor.root}`) {
    return contradicted('root')
  }
  const found = await ask('eth_getTransactionReceipt', [anchor.transaction])
  if (found === null) return notChecked('pruned')
  if (!isStoredBy(read(receipt, found), anchor)) return contradicted('block')
  const params = [hexOf(anchor.block), false]
  const { timestamp } = read(block, await ask('eth_getBlockByNumber', params))
  const isOfTime = Number(timestamp) === anchor.blockTimestamp
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

class Nonsense extends Error {
  override readonly name = 'Nonsense'
}

/** @throws Nonsense */
function read<T>(schema: z.ZodMiniType<T>, answer: unknown): T {
  const { data, success } = schema.safeParse(answer)
  if (!success) throw new Nonsense('not an answer of a node')
  return data
}

function hexOf(number: number): string {
  return `0x${number.toString(16)}`
}

function contradicted(by: 'root' | 'block'): ChainFinding {
  return { finding: 'contradicted', by }
}

function notChecked(because: Silence): ChainFinding {
  return { finding: 'not_checked', because }
}
