import * as z from 'zod/mini'
import { isTestChain, LOCAL_CHAIN } from '../chain/chains.ts'
import { isBlockAfter, type SaltBlock, saltAfterMs } from '../race/salt.ts'
import type { ChainClaim, ClaimStatus } from './claim.ts'
import type { ClaimCode } from './claim-text.ts'
import { isRaceRecord } from './race-record.ts'
import { type AnyRecord, getEvidence } from './record.ts'
import type { RecordAnchor } from './record-anchor.ts'

/** Sends a JSON-RPC request to a node. Rejects if there is no response. */
export type RequestNode = (
  method: string,
  params: readonly unknown[],
) => Promise<unknown>

const response = z.looseObject({ result: z.unknown() })

/**
 * Returns the result of a JSON-RPC response.
 *
 * @throws if the node refused or sent none.
 */
export function rpcResult(answer: unknown): unknown {
  const { data } = response.safeParse(answer)
  if (data?.result === undefined) throw new Error('The node did not answer')
  return data.result
}

/** ABI selector of FairnessAnchor's `rootOf(uint64)`. */
export const ROOT_OF_SELECTOR = '0x9d7384d9'

/** First topic of FairnessAnchor's event `Anchored(uint64,bytes32)`. */
export const ANCHORED_TOPIC =
  '0x4ac5b9bdb01817da80ec1c33e76c5bef927ab969dd8e8ba4ce21da0d7996e56f'

/** 32 bytes in hexadecimal. */
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

/** Checks a record's claims about its chain with one node. */
export async function checkWithNode(
  request: RequestNode,
  record: AnyRecord,
): Promise<ChainClaim[]> {
  const { anchor } = getEvidence(record)
  const anchored = anchor ? [await checkAnchor(request, anchor)] : []
  if (!isRaceRecord(record) || !('serverSeed' in record)) return anchored
  const { gameData } = record
  const { saltBlock } = gameData
  if (!saltBlock) return anchored
  return [...anchored, await checkSalt(request, { ...gameData, saltBlock })]
}

/**
 * Checks with one node that an anchor's root is in its contract, since the
 * claimed block.
 */
export async function checkAnchor(
  request: RequestNode,
  anchor: RecordAnchor,
): Promise<ChainClaim> {
  const code = await checkClaim(request, anchor, async () => {
    const stored = await request('eth_call', [toCall(anchor), 'latest'])
    // The address has no contract.
    if (stored === '0x') return 'anchor_root'
    if (parseAnswer(word, stored).toLowerCase() !== `0x${anchor.root}`) {
      return 'anchor_root'
    }
    const found = await request('eth_getTransactionReceipt', [
      anchor.transaction,
    ])
    if (found === null) return 'pruned'
    if (!isStored(parseAnswer(receipt, found), anchor)) return 'anchor_block'
    const mined = await readBlock(request, anchor.block)
    if (!mined) return 'pruned'
    const isOfTime = mined.timestamp === anchor.blockTimestamp
    return isOfTime ? 'anchor_found' : 'anchor_block'
  })
  return { about: 'anchor', code, status: STATUSES[code] ?? 'unchecked' }
}

function toCall({ contract, number }: RecordAnchor) {
  const argument = number.toString(16).padStart(64, '0')
  return { to: contract, data: `${ROOT_OF_SELECTOR}${argument}` }
}

/** True if the transaction stored the root in the claimed block. */
function isStored(
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
export async function checkSalt(
  request: RequestNode,
  { rulesVersion, closedAtMs, saltBlock }: ClaimedSalt,
): Promise<ChainClaim> {
  const { chainId, genesisHash, hash, number, timestamp } = saltBlock
  // Version 1 has no genesis hash, and local chains share their id.
  const isUnnamed = chainId === LOCAL_CHAIN && genesisHash === undefined
  if (isUnnamed || !isTestChain(chainId)) {
    return { about: 'salt', code: 'other_chain', status: 'unchecked' }
  }
  const afterMs = saltAfterMs({ rulesVersion, closedAtMs, chainId })
  const claimed = { chainId, genesisHash, block: number }
  const code = await checkClaim(request, claimed, async () => {
    const salt = await readBlock(request, number)
    if (!salt) return 'pruned'
    if (salt.hash !== hash || salt.timestamp !== timestamp) return 'salt_block'
    if (number === 0) return 'salt_found'
    const before = await readBlock(request, number - 1)
    if (!before) return 'pruned'
    return isBlockAfter(before, afterMs) ? 'salt_predecessor' : 'salt_found'
  })
  return { about: 'salt', code, status: STATUSES[code] ?? 'unchecked' }
}

/** Statuses by a node's answer; any other code is unchecked. */
const STATUSES: Partial<Record<ClaimCode, ClaimStatus>> = {
  anchor_found: 'proven',
  salt_found: 'proven',
  anchor_root: 'contradicted',
  anchor_block: 'contradicted',
  salt_block: 'contradicted',
  salt_predecessor: 'contradicted',
}

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
async function checkClaim(
  request: RequestNode,
  claimed: Claimed,
  find: () => Promise<ClaimCode>,
): Promise<ClaimCode> {
  try {
    return (await findUncheckedReason(request, claimed)) ?? (await find())
  } catch (error) {
    return error instanceof InvalidAnswer ? 'nonsense' : 'no_answer'
  }
}

/** Returns the reason to ignore this node; undefined if its answer counts. */
async function findUncheckedReason(
  request: RequestNode,
  { chainId, genesisHash, block: number }: Claimed,
): Promise<ClaimCode | undefined> {
  const chain = parseAnswer(quantity, await request('eth_chainId', []))
  if (Number(chain) !== chainId) return 'other_chain'
  if (genesisHash) {
    const genesis = await readBlock(request, 0)
    if (genesis?.hash !== genesisHash) return 'other_chain'
  }
  const head = parseAnswer(quantity, await request('eth_blockNumber', []))
  return Number(head) < number ? 'behind' : undefined
}

/**
 * Returns hash and time of a block; undefined if the node does not have it.
 *
 * @throws InvalidAnswer
 */
async function readBlock(
  request: RequestNode,
  number: number,
): Promise<{ hash: string; timestamp: number } | undefined> {
  const height = `0x${number.toString(16)}`
  const found = await request('eth_getBlockByNumber', [height, false])
  if (found === null) return undefined
  const { hash, timestamp } = parseAnswer(block, found)
  return { hash: hash.toLowerCase(), timestamp: Number(timestamp) }
}

class InvalidAnswer extends Error {
  override readonly name = 'InvalidAnswer'
}

/** Parses a node's answer. @throws InvalidAnswer */
function parseAnswer<T>(schema: z.ZodMiniType<T>, answer: unknown): T {
  const { data, success } = schema.safeParse(answer)
  if (!success) throw new InvalidAnswer('The node sent a malformed answer')
  return data
}
