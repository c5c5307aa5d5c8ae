import { RateLimited } from './rpc-failure.ts'

const SECOND_MS = 1_000
/** Requests are paced, except for as many as the rate allows in this time. */
const BURST_MS = 250
const RATE_MIN = 1
/** Factor of the rate after a refusal. */
const DECREASE = 0.8
/** Requests per second gained in each second in which all waited. */
const INCREASE = 0.3
/** Pause after a refusal without Retry-After, doubled for each further one. */
const REST_MS = 500
/** Longest pause, even when Retry-After is longer. */
const REST_MAX_MS = 5 * 60_000
/** Forgets a limit after this time without a refusal. */
const FORGET_AFTER_MS = 10 * 60_000
/** Smallest relative change of the limit that is reported. */
const REPORTED_FACTOR = 1.5

export type NodeBudget = ReturnType<typeof createNodeBudget>

/**
 * Learns a node's rate limit by additive increase and multiplicative decrease,
 * like TCP. Requests never wait for a node that never refuses.
 *
 * @param onLimit called for the first refusal, and when the limit changes much.
 */
export function createNodeBudget(
  onLimit: (perSecond: number) => void = () => undefined,
) {
  const answeredAtMs: number[] = []
  let perSecond: number | undefined
  let limit: number | undefined
  let reportedLimit = 0
  let nextAtMs = Number.NEGATIVE_INFINITY
  let restUntilMs = Number.NEGATIVE_INFINITY
  let refusedAtMs = Number.NEGATIVE_INFINITY
  let refusalsInRow = 0

  /** @returns true when it waited. */
  async function waitForTurn(giveUpAtMs: number): Promise<boolean> {
    while (perSecond !== undefined) {
      const nowMs = performance.now()
      const dueMs = Math.max(nextAtMs, nowMs - BURST_MS)
      if (dueMs > giveUpAtMs) throw new RateLimited()
      nextAtMs = dueMs + SECOND_MS / perSecond
      if (dueMs <= nowMs) return false
      await new Promise((resolve) => setTimeout(resolve, dueMs - nowMs))
      if (performance.now() >= restUntilMs) return true
    }
    return false
  }

  function noteAnswer(hasWaited: boolean): void {
    const nowMs = performance.now()
    answeredAtMs.push(nowMs)
    dropAnswersBefore(nowMs - SECOND_MS)
    refusalsInRow = 0
    if (perSecond === undefined) return
    if (hasWaited) perSecond += INCREASE / perSecond
    if (nowMs - refusedAtMs < FORGET_AFTER_MS) return
    perSecond = undefined
    limit = undefined
    reportedLimit = 0
  }

  function noteRefusal({ retryAfterMs }: RateLimited): void {
    const nowMs = performance.now()
    // Counts refusals of concurrent requests as one.
    if (nowMs < restUntilMs) return
    dropAnswersBefore(nowMs - SECOND_MS)
    limit = Math.max(perSecond ?? answeredAtMs.length, RATE_MIN)
    perSecond = Math.max(limit * DECREASE, RATE_MIN)
    const restMs = retryAfterMs ?? REST_MS * 2 ** refusalsInRow
    refusalsInRow += 1
    refusedAtMs = nowMs
    restUntilMs = nowMs + Math.min(restMs, REST_MAX_MS)
    nextAtMs = Math.max(nextAtMs, restUntilMs)
    const change = limit / reportedLimit
    if (change < REPORTED_FACTOR && change > 1 / REPORTED_FACTOR) return
    reportedLimit = limit
    onLimit(Math.round(limit))
  }

  function dropAnswersBefore(ms: number): void {
    const kept = answeredAtMs.findIndex((atMs) => atMs >= ms)
    answeredAtMs.splice(0, kept < 0 ? answeredAtMs.length : kept)
  }

  return {
    /** Requests per second at which the node last refused; undefined if never. */
    get limitPerSecond(): number | undefined {
      return limit && Math.round(limit)
    },

    get waitMs(): number {
      if (perSecond === undefined) return 0
      return Math.max(nextAtMs - performance.now(), 0)
    },

    /**
     * Makes a request when it is due, and again after a refusal.
     *
     * @param request throws RateLimited when refused.
     * @throws RateLimited when it would be due after `waitMaxMs`.
     */
    async spend<T>(request: () => Promise<T>, waitMaxMs: number): Promise<T> {
      const giveUpAtMs = performance.now() + waitMaxMs
      for (;;) {
        const hasWaited = await waitForTurn(giveUpAtMs)
        try {
          const answer = await request()
          noteAnswer(hasWaited)
          return answer
        } catch (error) {
          if (!(error instanceof RateLimited)) throw error
          noteRefusal(error)
        }
      }
    },
  }
}
