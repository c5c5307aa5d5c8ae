import type { RequestHandler } from 'express'
import onHeaders from 'on-headers'
import { BoundedQueue } from '../bounded-queue.ts'
import { Turns } from '../turns.ts'
import { networkOf } from './network-of.ts'

/** Of the database's connections for requests, so that others find one free. */
const AT_ONCE = 4
const WAITING_MAX = 200

/**
 * Bounds reads that no cache answers: one of each network at a time, and few
 * of all. A turn ends when the answer is known; clients may read it slowly.
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
