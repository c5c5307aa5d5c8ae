import type { Tally } from './tally.ts'

/** What an attacker knows of the API; all of it is on this machine. */
export type Target = {
  port: number
  /** Cookie header of an account of the attacker's own. */
  cookie: string
}

/**
 * Floods the API, and ends by itself at the signal at the latest. Connections
 * that are still open then stay so until the attacker's thread is ended.
 */
export type Attack = (target: Target, signal: AbortSignal) => Promise<Tally>
