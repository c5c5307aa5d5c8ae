import * as z from 'zod/mini'

/** Sends a JSON-RPC request to a node. Rejects if there is no response. */
export type RequestNode = (
  method: string,
  params: readonly unknown[],
) => Promise<unknown>

const answered = z.looseObject({ result: z.unknown() })

/**
 * Returns the result of a JSON-RPC response.
 *
 * @throws if the node refused or sent none.
 */
export function rpcResult(answer: unknown): unknown {
  const { data } = answered.safeParse(answer)
  if (data?.result === undefined) throw new Error('The node did not answer')
  return data.result
}

/**
 * Result of checking a claim against a node, or the reason that it was not
 * checked.
 */
export type ChainFinding<By extends string> =
  | { finding: 'holds' }
  | { finding: 'contradicted'; by: By }
  | { finding: 'not_checked'; because: UncheckedReason }

/**
 * Reasons for an unchecked claim. `pruned`: the node has dropped a block or
 * transaction that it must have had.
 */
export type UncheckedReason =
  | 'no_answer'
  | 'other_chain'
  | 'behind'
  | 'nonsense'
  | 'pruned'

/** 32 bytes in hexadecimal. */
export const word = z.string().check(z.regex(/^0x[0-9a-f]{64}$/i))
export const quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,13}$/i))
const block = z.looseObject({ hash: word, timestamp: quantity })

type Claimed = {
  chainId: number
  /** Hash of the chain's block 0; undefined if the claim does not name it. */
  genesisHash: string | undefined
  /** Height that the claim is about. */
  block: number
}

/**
 * Checks a claim with one node. Only a node of the same chain that has reached
 * the claim's height can contradict it.
 */
export async function checkedWithNode<By extends string>(
  ask: RequestNode,
  claimed: Claimed,
  find: () => Promise<ChainFinding<By>>,
): Promise<ChainFinding<By>> {
  try {
    return (await uncheckedReason(ask, claimed)) ?? (await find())
  } catch (error) {
    return notChecked(error instanceof InvalidAnswer ? 'nonsense' : 'no_answer')
  }
}

/** Returns the reason to ignore this node; undefined if its answer counts. */
async function uncheckedReason(
  ask: RequestNode,
  { chainId, genesisHash, block: number }: Claimed,
) {
  const chain = readAnswer(quantity, await ask('eth_chainId', []))
  if (Number(chain) !== chainId) return notChecked('other_chain')
  if (genesisHash) {
    const genesis = await blockAt(ask, 0)
    if (genesis?.hash !== genesisHash) return notChecked('other_chain')
  }
  const head = readAnswer(quantity, await ask('eth_blockNumber', []))
  return Number(head) < number ? notChecked('behind') : undefined
}

/**
 * Returns hash and time of a block; undefined if the node does not have it.
 *
 * @throws InvalidAnswer
 */
export async function blockAt(
  ask: RequestNode,
  number: number,
): Promise<{ hash: string; timestamp: number } | undefined> {
  const found = await ask('eth_getBlockByNumber', [hexOf(number), false])
  if (found === null) return undefined
  const { hash, timestamp } = readAnswer(block, found)
  return { hash: hash.toLowerCase(), timestamp: Number(timestamp) }
}

class InvalidAnswer extends Error {
  override readonly name = 'InvalidAnswer'
}

/** Parses a node's answer. @throws InvalidAnswer */
export function readAnswer<T>(schema: z.ZodMiniType<T>, answer: unknown): T {
  const { data, success } = schema.safeParse(answer)
  if (!success) throw new InvalidAnswer('The node sent a malformed answer')
  return data
}

export function contradicted<By extends string>(by: By) {
  return { finding: 'contradicted', by } as const
}

export function notChecked(because: UncheckedReason) {
  return { finding: 'not_checked', because } as const
}

function hexOf(number: number): string {
  return `0x${number.toString(16)}`
}
