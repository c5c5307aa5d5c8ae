import type { RequestHandler } from 'express'
import onHeaders from 'on-headers'
import { BoundedQueue } from '../bounded-queue.ts'
import { Turns } from '../turns.ts'
import { networkOf } from './network-of.ts'

/**
 * Concurrent reads, fewer than the pool's connections, so that other requests
 * find a free one.
 */
const AT_ONCE = 4
const WAITING_MAX = 200

/**
 * Bounds uncached reads: one per network at a time, and few in total. Releases
 * the turn when the response is ready, so slow readers don't hold it.
 */
export function listTurns(): RequestHandler {
  const networks = new Turns()
  const queue = new BoundedQueue({
    concurrency: AT_ONCE,
    waitingMax: WAITING_MAX,
  })
  return (req, res, next) => {
    const answer = () =>
      new Promise<void>((resolve) => {
        if (res.destroyed) return resolve()
        onHeaders(res, resolve)
        res.once('close', resolve)
        next()
      })
    networks.take(networkOf(req.ip), () => queue.run(answer)).catch(next)
  }
}
