import { NO_ANSWER } from '../../load/raw-http.ts'

export type Target = {
  port: number
  /** Cookie header of the attacker's account. */
  cookie: string
}

/** Numbers of answers by status or other end of a request. */
export type Tally = Readonly<Record<string, number>>

/**
 * Floods the API until the signal at the latest. Its open connections stay open
 * until the attacker's thread ends.
 */
export type Attack = (target: Target, signal: AbortSignal) => Promise<Tally>

/** Loopback addresses that the API limits as networks. Linux has 127.0.0.0/8. */
export const NETWORKS = {
  attacker: '127.0.0.1',
  bystanders: '127.0.0.2',
  /** Signs in during a flood of registrations. */
  office: '127.0.0.3',
}

export function tallyOf(answers: readonly string[]): Tally {
  const tally: Record<string, number> = {}
  for (const answer of answers) tally[answer] = (tally[answer] ?? 0) + 1
  return tally
}

/** Formats as `200 × 5, 429 × 2`. */
export function tallyText(tally: Tally): string {
  const parts = Object.entries(tally).map(
    ([kind, count]) => `${kind} × ${count}`,
  )
  return parts.join(', ') || NO_ANSWER
}
