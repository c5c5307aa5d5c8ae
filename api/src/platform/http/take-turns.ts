import type { NextFunction, RequestHandler } from 'express'
import { networkOf } from './network-of.ts'

/** Reads per turn; writing a large response can block for milliseconds. */
const READS_A_TURN = 4

/**
 * Spreads one network's reads over several event loop turns, so that a burst
 * does not delay bets or other networks.
 */
export function takeTurns(): RequestHandler {
  const waiting = new Map<string, NextFunction[]>()

  function runTurn(): void {
    for (const [network, reads] of waiting) {
      for (const next of reads.splice(0, READS_A_TURN)) next()
      if (reads.length === 0) waiting.delete(network)
    }
    if (waiting.size > 0) setImmediate(runTurn)
  }

  return (req, _res, next) => {
    if (req.method !== 'GET') return next()
    if (waiting.size === 0) setImmediate(runTurn)
    const network = networkOf(req.ip)
    const reads = waiting.get(network)
    if (reads) reads.push(next)
    else waiting.set(network, [next])
  }
}
