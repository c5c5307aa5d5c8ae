import type { NextFunction, RequestHandler } from 'express'
import onHeaders from 'on-headers'
import { createBoundedQueue, createKeyedQueue } from '../bounded-queue.ts'
import { getNetwork } from './client-address.ts'

/** Leaves connections of the pool to other requests. */
const CONCURRENCY = 4
const WAITING_MAX = 200

/** Reads per event loop turn; writing a large response can block for milliseconds. */
const READS_A_TURN = 4

/** Bounds uncached reads that are not ready: few, and one per network. */
export function queueReads(): RequestHandler {
  const networks = createKeyedQueue()
  const enqueue = createBoundedQueue(CONCURRENCY, WAITING_MAX)
  return (req, res, next) => {
    const answer = () =>
      new Promise<void>((resolve) => {
        if (res.destroyed) return resolve()
        onHeaders(res, resolve)
        res.once('close', resolve)
        next()
      })
    networks.run(getNetwork(req.ip), () => enqueue(answer)).catch(next)
  }
}

/** Spreads a network's reads over loop turns, so that bursts delay no bets. */
export function spreadReads(): RequestHandler {
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
    const network = getNetwork(req.ip)
    const reads = waiting.get(network)
    if (reads) reads.push(next)
    else waiting.set(network, [next])
  }
}
