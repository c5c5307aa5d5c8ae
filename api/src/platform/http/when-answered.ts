import type { Socket } from 'node:net'
import type { Response } from 'express'

type Callbacks = (() => void)[]

/** Requests of a connection whose answers its client has not taken yet. */
const unanswered = new WeakMap<Socket, Map<Response, Callbacks>>()

/**
 * Calls back once, when the answer has been handed to the network or its
 * connection is gone. A response alone does not tell: Node emits `close` of
 * those only that a lost connection was just writing, not of pipelined ones
 * behind it.
 */
export function whenAnswered(res: Response, callback: () => void): void {
  const { socket } = res.req
  if (socket.destroyed) {
    callback()
    return
  }
  const responses = unanswered.get(socket) ?? watch(socket)
  const callbacks = responses.get(res)
  if (callbacks) {
    callbacks.push(callback)
    return
  }
  responses.set(res, [callback])
  res.once('close', () => settle(responses, res))
}

function watch(socket: Socket): Map<Response, Callbacks> {
  const responses = new Map<Response, Callbacks>()
  unanswered.set(socket, responses)
  socket.once('close', () => {
    for (const res of responses.keys()) settle(responses, res)
  })
  return responses
}

function settle(responses: Map<Response, Callbacks>, res: Response): void {
  const callbacks = responses.get(res) ?? []
  responses.delete(res)
  for (const callback of callbacks) callback()
}
