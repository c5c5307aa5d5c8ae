import type { Logger } from '../../logger.ts'
import { type ChainNode, chainNode, type NodeLimits } from './chain-node.ts'
import { NodeBudget } from './node-budget.ts'
import { isUnanswered } from './rpc-failure.ts'

/** For so long a node that did not answer is asked after all others. */
const REST_MS = 5_000
/** What a node at rest gets to show that it is back, and how often. */
const KNOCK_MS = 1_000
const KNOCK_EVERY_MS = 2_000
/** A node whose rate limit keeps requests waiting for longer comes after others. */
const BUSY_MS = 500

export type Answer<T> = { node: ChainNode; answer: T }

/** Health of a node. */
export type NodeState = {
  /** Its place in RPC_URL, from 1. */
  place: number
  /** Null where it does not answer. */
  head: number | null
  finalized: number | null
  /** Requests per second that it takes at most; null where it refused none. */
  limitPerSecond: number | null
}

export type NodesWatch = {
  log: Logger
  /** Told of each node that did not answer, by its place in RPC_URL. */
  onFailure?: (place: number) => void
  /** Called for each request to a node. */
  onRequest?: (place: number, method: string) => void
}

/** The nodes of one chain, in the order in which they are preferred. */
export class ChainNodes {
  readonly #urls: readonly string[]
  readonly #nodes: readonly ChainNode[]
  readonly #watch: NodesWatch
  readonly #restsUntilMs = new Map<ChainNode, number>()
  readonly #knocks = new Map<ChainNode, { atMs: number; done: Promise<void> }>()

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
   * The same nodes under other limits: they share the rate that nodes allow,
   * but not which of them are left out after failures.
   */
  within(limits: NodeLimits): ChainNodes {
    const budgets = this.#nodes.map(({ budget }) => budget)
    return new ChainNodes(this.#urls, this.#watch, limits, budgets)
  }

  /**
   * Has one node answer all of a question; the next one when it fails at it,
   * or has no answer since it may not have come as far.
   *
   * @returns undefined when none had an answer.
   * @throws what a node said, or else the last failure, when all fail.
   */
  async ask<T>(question: (node: ChainNode) => Promise<T>): Promise<T> {
    const unknowing: T[] = []
    const failures: unknown[] = []
    for (const node of this.#inTurn()) {
      try {
        const answer = await question(node)
        if (answer !== undefined) return answer
        unknowing.push(answer)
      } catch (error) {
        this.#note(node, error)
        failures.push(error)
      }
    }
    for (const answer of unknowing) return answer
    throw failures.find((error) => !isUnanswered(error)) ?? failures.at(-1)
  }

  /** Asks every node. @throws when one of them fails. */
  askEach<T>(question: (node: ChainNode) => Promise<T>): Promise<T[]> {
    return Promise.all(this.#nodes.map(question))
  }

  /**
   * Asks all nodes that can be reached. Those that fail, or did so a moment
   * ago, are left out.
   *
   * @param known has answered already: the others confirm or contradict it, and those
   * at rest may be back. Nobody's word counts alone only because another was
   * silent about a single question.
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

  /** Reads how each node fares, from what is at most so old. */
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
        node.budget.waitMs < KNOCK_MS,
    )
    await Promise.all(resting.map((node) => this.#knock(node)))
  }

  /** Has a node at rest go on when it answers at all. */
  #knock(node: ChainNode): Promise<void> {
    const atMs = performance.now()
    const last = this.#knocks.get(node)
    if (last && atMs - last.atMs < KNOCK_EVERY_MS) return last.done
    const signal = AbortSignal.timeout(KNOCK_MS)
    const done = node.client
      .request({ method: 'eth_blockNumber' }, { signal })
      .then(
        () => void this.#restsUntilMs.delete(node),
        // It rests on.
        () => undefined,
      )
    this.#knocks.set(node, { atMs, done })
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
