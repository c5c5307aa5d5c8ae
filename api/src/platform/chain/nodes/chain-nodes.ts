import type { Logger } from '../../logger.ts'
import {
  type ChainNode,
  createChainNode,
  type NodeLimits,
} from './chain-node.ts'
import { createNodeBudget, type NodeBudget } from './node-budget.ts'
import { isUnanswered } from './rpc-failure.ts'

/** Time for which an unanswered node comes after all others. */
const REST_MS = 5_000
/** Timeout and interval of checks whether a resting node is back. */
const PROBE_MS = 1_000
const PROBE_EVERY_MS = 2_000
/** A node whose rate limit delays requests for longer comes after others. */
const BUSY_MS = 500

export type Answer<T> = { node: ChainNode; answer: T }

export type NodeState = {
  /** Position in RPC_URL, from 1. */
  place: number
  head: number | null
  finalized: number | null
  /** Requests per second; null while it has rejected none. */
  limitPerSecond: number | null
}

export type NodesWatch = {
  log: Logger
  /** Called for each failure of a node, with its position in RPC_URL. */
  onFailure?: (place: number) => void
  onRequest?: (place: number, method: string) => void
}

export type ChainNodes = ReturnType<typeof createChainNodes>

/**
 * Creates the clients of one chain's nodes, in order of preference.
 *
 * @param options `budgets`: of other clients of the same nodes, to share their
 * rate limits.
 */
export function createChainNodes(
  urls: readonly string[],
  { log, onFailure, onRequest }: NodesWatch,
  {
    budgets = [],
    limits = {},
  }: { budgets?: readonly NodeBudget[]; limits?: NodeLimits } = {},
) {
  const restsUntilMs = new Map<ChainNode, number>()
  const probes = new Map<ChainNode, { atMs: number; done: Promise<void> }>()
  const nodes = urls.map((url, index) => {
    const place = index + 1
    return createChainNode(url, place, {
      ...limits,
      budget:
        budgets[index] ??
        createNodeBudget((perSecond) =>
          log.warn({ node: place, perSecond }, 'node.rate_limited'),
        ),
      onRequest: (method) => onRequest?.(place, method),
    })
  })

  /**
   * Queries one node; the next one when it fails, or returns undefined because it
   * may lag.
   *
   * @returns undefined when no node had an answer.
   * @throws a node's error or else the last failure, when all fail.
   */
  async function query<T>(read: (node: ChainNode) => Promise<T>): Promise<T> {
    const undecided: T[] = []
    const failures: unknown[] = []
    for (const node of inTurn()) {
      try {
        const answer = await read(node)
        if (answer !== undefined) return answer
        undecided.push(answer)
      } catch (error) {
        note(node, error)
        failures.push(error)
      }
    }
    for (const answer of undecided) return answer
    throw failures.find((error) => !isUnanswered(error)) ?? failures.at(-1)
  }

  function queryEach<T>(read: (node: ChainNode) => Promise<T>): Promise<T[]> {
    return Promise.all(nodes.map(read))
  }

  /**
   * Queries all reachable nodes, except those that fail or rest.
   *
   * @param known node that has answered already, and whose answer the others
   * confirm or contradict. Resting nodes are probed first, so that one timeout
   * doesn't leave this answer unconfirmed.
   */
  async function queryReachable<T>(
    read: (node: ChainNode) => Promise<T>,
    known?: ChainNode,
  ): Promise<Answer<T>[]> {
    const resting = nodes.filter(
      (node) =>
        node !== known && isResting(node) && node.budget.waitMs < PROBE_MS,
    )
    if (known) await Promise.all(resting.map(probe))
    const awake = nodes.filter((node) => !isResting(node))
    const reachable = awake.length > 0 ? awake : nodes
    const others = reachable.filter((node) => node !== known)
    const answers = others.map((node) =>
      read(node).then(
        (answer) => [{ node, answer }],
        (error: unknown) => {
          note(node, error)
          return []
        },
      ),
    )
    return (await Promise.all(answers)).flat()
  }

  function states(maxAgeMs: number): Promise<NodeState[]> {
    return Promise.all(
      nodes.map(async (node) => {
        const [head, finalized] = await Promise.all([
          node.head(maxAgeMs).then(Number, () => null),
          node.finalized(maxAgeMs).then(Number, () => null),
        ])
        const { budget, place } = node
        const limitPerSecond = budget.limitPerSecond ?? null
        return { place, head, finalized, limitPerSecond }
      }),
    )
  }

  /** Ends a node's rest when it answers. */
  function probe(node: ChainNode): Promise<void> {
    const atMs = performance.now()
    const last = probes.get(node)
    if (last && atMs - last.atMs < PROBE_EVERY_MS) return last.done
    const signal = AbortSignal.timeout(PROBE_MS)
    const done = node.client
      .request({ method: 'eth_blockNumber' }, { signal })
      .then(
        () => void restsUntilMs.delete(node),
        () => undefined,
      )
    probes.set(node, { atMs, done })
    return done
  }

  function inTurn(): ChainNode[] {
    const delay = (node: ChainNode) =>
      isResting(node) ? 2 : Number(node.budget.waitMs > BUSY_MS)
    return nodes.toSorted((a, b) => delay(a) - delay(b))
  }

  function isResting(node: ChainNode): boolean {
    return performance.now() < (restsUntilMs.get(node) ?? 0)
  }

  function note(node: ChainNode, error: unknown): void {
    const { place } = node
    onFailure?.(place)
    if (nodes.length === 1 || !isUnanswered(error)) return
    restsUntilMs.set(node, performance.now() + REST_MS)
    log.warn({ error, node: place }, 'node.unanswered')
  }

  return {
    query,
    queryEach,
    queryReachable,
    states,
    budgets: nodes.map(({ budget }) => budget),
  }
}
