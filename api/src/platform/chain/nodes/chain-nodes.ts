import type { Logger } from '../../logger.ts'
import { type ChainNode, chainNode, type NodeLimits } from './chain-node.ts'
import { NodeBudget } from './node-budget.ts'
import { isUnanswered } from './rpc-failure.ts'

/** Time for which an unanswered node comes after all others. */
const REST_MS = 5_000
/** Timeout and interval of checks whether a resting node is back. */
const PROBE_MS = 1_000
const PROBE_EVERY_MS = 2_000
/** A node whose rate limit delays requests for longer comes after others. */
const BUSY_MS = 500

export type Answer<T> = { node: ChainNode; answer: T }

/** Health of a node. */
export type NodeState = {
  /** Position in RPC_URL, from 1. */
  place: number
  /** Null when unanswered. */
  head: number | null
  finalized: number | null
  /** Requests per second; null while it has rejected none. */
  limitPerSecond: number | null
}

export type NodesWatch = {
  log: Logger
  /** Called for each failure of a node, with its position in RPC_URL. */
  onFailure?: (place: number) => void
  /** Called for each request to a node. */
  onRequest?: (place: number, method: string) => void
}

/** The nodes of one chain, in order of preference. */
export class ChainNodes {
  readonly #urls: readonly string[]
  readonly #nodes: readonly ChainNode[]
  readonly #watch: NodesWatch
  readonly #restsUntilMs = new Map<ChainNode, number>()
  readonly #probes = new Map<ChainNode, { atMs: number; done: Promise<void> }>()

  constructor(
    urls: readonly string[],
    watch: NodesWatch,
    limits: NodeLimits = {},
    budgets: readonly NodeBudget[] = [],
  ) {
    this.#urls = urls
    this.#watch = watch
    this.#nodes = urls.map((url, index) => {
      const place = index + 1
      return chainNode(url, place, {
        ...limits,
        budget: budgets[index] ?? budgetOf(place, watch),
        onRequest: (method) => watch.onRequest?.(place, method),
      })
    })
  }

  /**
   * Returns the same nodes with other limits. They share the nodes' rate limits,
   * but not which nodes rest after failures.
   */
  within(limits: NodeLimits): ChainNodes {
    const budgets = this.#nodes.map(({ budget }) => budget)
    return new ChainNodes(this.#urls, this.#watch, limits, budgets)
  }

  /**
   * Asks one node; the next one when it fails, or returns undefined because it
   * may lag.
   *
   * @returns undefined when no node had an answer.
   * @throws a node's error or else the last failure, when all fail.
   */
  async ask<T>(question: (node: ChainNode) => Promise<T>): Promise<T> {
    const undecided: T[] = []
    const failures: unknown[] = []
    for (const node of this.#inTurn()) {
      try {
        const answer = await question(node)
        if (answer !== undefined) return answer
        undecided.push(answer)
      } catch (error) {
        this.#note(node, error)
        failures.push(error)
      }
    }
    for (const answer of undecided) return answer
    throw failures.find((error) => !isUnanswered(error)) ?? failures.at(-1)
  }

  /** Asks every node. @throws when one of them fails. */
  askEach<T>(question: (node: ChainNode) => Promise<T>): Promise<T[]> {
    return Promise.all(this.#nodes.map(question))
  }

  /**
   * Asks all reachable nodes, except those that fail or rest.
   *
   * @param known node that has answered already, and whose answer the others
   * confirm or contradict. Resting nodes are probed first, so that one timeout
   * doesn't leave this answer unconfirmed.
   */
  async askReachable<T>(
    question: (node: ChainNode) => Promise<T>,
    known?: ChainNode,
  ): Promise<Answer<T>[]> {
    if (known) await this.#wakeOthers(known)
    const awake = this.#nodes.filter((node) => !this.#isResting(node))
    const reachable = awake.length > 0 ? awake : this.#nodes
    const asked = reachable.filter((node) => node !== known)
    const answers = asked.map((node) =>
      question(node).then(
        (answer) => [{ node, answer }],
        (error: unknown) => {
          this.#note(node, error)
          return []
        },
      ),
    )
    return (await Promise.all(answers)).flat()
  }

  /** Reads the health of each node. */
  states(maxAgeMs: number): Promise<NodeState[]> {
    return Promise.all(
      this.#nodes.map(async (node) => {
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

  async #wakeOthers(known: ChainNode): Promise<void> {
    const resting = this.#nodes.filter(
      (node) =>
        node !== known &&
        this.#isResting(node) &&
        node.budget.waitMs < PROBE_MS,
    )
    await Promise.all(resting.map((node) => this.#probe(node)))
  }

  /** Ends a node's rest when it answers. */
  #probe(node: ChainNode): Promise<void> {
    const atMs = performance.now()
    const last = this.#probes.get(node)
    if (last && atMs - last.atMs < PROBE_EVERY_MS) return last.done
    const signal = AbortSignal.timeout(PROBE_MS)
    const done = node.client
      .request({ method: 'eth_blockNumber' }, { signal })
      .then(
        () => void this.#restsUntilMs.delete(node),
        () => undefined,
      )
    this.#probes.set(node, { atMs, done })
    return done
  }

  #inTurn(): ChainNode[] {
    const delay = (node: ChainNode) =>
      this.#isResting(node) ? 2 : Number(node.budget.waitMs > BUSY_MS)
    return this.#nodes.toSorted((a, b) => delay(a) - delay(b))
  }

  #isResting(node: ChainNode): boolean {
    return performance.now() < (this.#restsUntilMs.get(node) ?? 0)
  }

  #note(node: ChainNode, error: unknown): void {
    const { log, onFailure } = this.#watch
    const { place } = node
    onFailure?.(place)
    if (this.#nodes.length === 1 || !isUnanswered(error)) return
    this.#restsUntilMs.set(node, performance.now() + REST_MS)
    log.warn({ error, node: place }, 'node.unanswered')
  }
}

function budgetOf(node: number, { log }: NodesWatch): NodeBudget {
  return new NodeBudget((perSecond) => {
    log.warn({ node, perSecond }, 'node.rate_limited')
  })
}
