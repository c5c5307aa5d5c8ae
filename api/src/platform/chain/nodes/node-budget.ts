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

/**
 * Learns a node's rate limit by additive increase and multiplicative decrease,
 * like TCP. Requests never wait for a node that never refuses.
 */
export class NodeBudget {
  readonly #onLimit: (perSecond: number) => void
  readonly #answeredAtMs: number[] = []
  #perSecond: number | undefined
  #limit: number | undefined
  #reportedLimit = 0
  #nextAtMs = Number.NEGATIVE_INFINITY
  #restUntilMs = Number.NEGATIVE_INFINITY
  #refusedAtMs = Number.NEGATIVE_INFINITY
  #refusalsInRow = 0

  /** @param onLimit called for the first refusal, and when the limit changes much. */
  constructor(onLimit: (perSecond: number) => void = () => undefined) {
    this.#onLimit = onLimit
  }

  /** Requests per second at which the node last refused; undefined if never. */
  get limitPerSecond(): number | undefined {
    return this.#limit && Math.round(this.#limit)
  }

  /** Milliseconds that a request would wait now. */
  get waitMs(): number {
    if (this.#perSecond === undefined) return 0
    return Math.max(this.#nextAtMs - performance.now(), 0)
  }

  /**
   * Makes a request when it is due, and again after a refusal.
   *
   * @param request throws RateLimited when refused.
   * @throws RateLimited when it would be due after `waitMaxMs`.
   */
  async spend<T>(request: () => Promise<T>, waitMaxMs: number): Promise<T> {
    const giveUpAtMs = performance.now() + waitMaxMs
    for (;;) {
      const hasWaited = await this.#turn(giveUpAtMs)
      try {
        const answer = await request()
        this.#answered(hasWaited)
        return answer
      } catch (error) {
        if (!(error instanceof RateLimited)) throw error
        this.#refused(error)
      }
    }
  }

  /** @returns true when it waited. */
  async #turn(giveUpAtMs: number): Promise<boolean> {
    while (this.#perSecond !== undefined) {
      const nowMs = performance.now()
      const dueMs = Math.max(this.#nextAtMs, nowMs - BURST_MS)
      if (dueMs > giveUpAtMs) throw new RateLimited()
      this.#nextAtMs = dueMs + SECOND_MS / this.#perSecond
      if (dueMs <= nowMs) return false
      await pause(dueMs - nowMs)
      if (performance.now() >= this.#restUntilMs) return true
    }
    return false
  }

  #answered(hasWaited: boolean): void {
    const nowMs = performance.now()
    this.#answeredAtMs.push(nowMs)
    this.#dropAnswersBefore(nowMs - SECOND_MS)
    this.#refusalsInRow = 0
    if (this.#perSecond === undefined) return
    if (hasWaited) this.#perSecond += INCREASE / this.#perSecond
    if (nowMs - this.#refusedAtMs < FORGET_AFTER_MS) return
    this.#perSecond = undefined
    this.#limit = undefined
    this.#reportedLimit = 0
  }

  #refused({ retryAfterMs }: RateLimited): void {
    const nowMs = performance.now()
    // Counts refusals of concurrent requests as one.
    if (nowMs < this.#restUntilMs) return
    this.#dropAnswersBefore(nowMs - SECOND_MS)
    this.#limit = this.#perSecond ?? this.#answeredAtMs.length
    this.#limit = Math.max(this.#limit, RATE_MIN)
    this.#perSecond = Math.max(this.#limit * DECREASE, RATE_MIN)
    const restMs = retryAfterMs ?? REST_MS * 2 ** this.#refusalsInRow
    this.#refusalsInRow += 1
    this.#refusedAtMs = nowMs
    this.#restUntilMs = nowMs + Math.min(restMs, REST_MAX_MS)
    this.#nextAtMs = Math.max(this.#nextAtMs, this.#restUntilMs)
    this.#report(this.#limit)
  }

  #report(limit: number): void {
    const change = limit / this.#reportedLimit
    if (change < REPORTED_FACTOR && change > 1 / REPORTED_FACTOR) return
    this.#reportedLimit = limit
    this.#onLimit(Math.round(limit))
  }

  #dropAnswersBefore(ms: number): void {
    const kept = this.#answeredAtMs.findIndex((atMs) => atMs >= ms)
    this.#answeredAtMs.splice(0, kept < 0 ? this.#answeredAtMs.length : kept)
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
