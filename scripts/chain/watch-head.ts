import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Hash, PublicClient } from 'viem'
import { headIntervalOf } from '#core/chain/head-interval.ts'
import type { TestChainId } from '#core/chain/test-chains.ts'
import { type Generation, headOf, progressOf } from './generation.ts'
import type { BlockId } from './is-on-chain.ts'
import { type LostSign, LostSignTimer } from './lost-sign.ts'

type Watch = {
  generation: Generation
  database: Pool
  nodes: readonly PublicClient[]
  chainId: TestChainId
  genesisHash: Hash
  /** By how many times longer than usual it may look lost. */
  patience: number
  /** Called once, when the generation has caught up with what is final. */
  onLive: () => Promise<void>
  /** Called whenever it is seen to keep up with the chain. */
  onUpToDate: () => void
}

const CHECK_EVERY_MS = 500
const GENESIS = { number: 0n }
const UP_TO_DATE = 'up_to_date'

/** Settles when the indexer is lost, with the reason in words. */
export async function untilLost(
  watch: Watch,
  signal: AbortSignal,
): Promise<string> {
  const { database, generation, onLive, onUpToDate } = watch
  const timer = new LostSignTimer(watch.patience)
  let isLive = false
  for (;;) {
    await sleep(CHECK_EVERY_MS, undefined, { signal })
    const head = await headOf(database, generation)
    if (head && !isLive) await onLive()
    isLive ||= head !== undefined
    const shown = await standingOf(watch, head)
    if (shown === UP_TO_DATE) onUpToDate()
    const sign = shown === UP_TO_DATE ? undefined : shown
    const point = head?.hash ?? (await progressOf(database, generation))
    const reason = timer.observe(sign, point)
    if (reason) return reason
  }
}

/** Nothing can be caught up with while no node answers. */
async function signBeforeLive(watch: Watch): Promise<LostSign | undefined> {
  const isRenewed = await isChainRenewed(watch)
  if (isRenewed === undefined) return undefined
  return isRenewed ? 'renewed' : 'stuck'
}

/** Whether another chain answers in the place of ours; undefined if none. */
async function isChainRenewed({
  nodes,
  genesisHash,
}: Watch): Promise<boolean | undefined> {
  const answers = await Promise.all(nodes.map((node) => look(node, GENESIS)))
  const seen = answers.flatMap((answer) => answer ?? [])
  if (seen.length === 0) return undefined
  return !seen.some(({ hash }) => hash === genesisHash)
}

/** What the chain says of an indexer with that head; nothing while no node answers. */
async function standingOf(
  watch: Watch,
  head: BlockId | undefined,
): Promise<LostSign | typeof UP_TO_DATE | undefined> {
  if (!head) return signBeforeLive(watch)
  const { nodes, chainId } = watch
  const answers = await Promise.all(nodes.map((node) => look(node, head)))
  const seen = answers.flatMap((answer) => answer ?? [])
  if (seen.length === 0) {
    return (await isChainRenewed(watch)) ? 'renewed' : undefined
  }
  if (!seen.some(({ hash }) => hash === head.hash)) return 'diverged'
  const due = head.number + BigInt(headIntervalOf(chainId))
  return seen.some(({ newest }) => newest >= due) ? 'stalled' : UP_TO_DATE
}

/** A node that is away, or has not come as far, says nothing. */
async function look(
  node: PublicClient,
  { number }: Pick<BlockId, 'number'>,
): Promise<{ hash: string; newest: bigint } | undefined> {
  try {
    const { hash } = await node.getBlock({ blockNumber: number })
    return { hash, newest: await node.getBlockNumber({ cacheTime: 0 }) }
  } catch {
    return undefined
  }
}
