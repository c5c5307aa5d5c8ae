import * as z from 'zod'
import { type SocketMessage, socketMessage } from '#core/api/socket.ts'
import type { Events } from '../events.ts'
import type { SocketHub } from './socket-hub.ts'

const push = z.tuple([z.uuid(), socketMessage])

export type PushToPlayer = (userId: string, message: SocketMessage) => void

/** Reaches a player's browsers whichever process they are connected to. */
export function openPlayerPushes(deps: {
  events: Events
  hub: SocketHub
}): PushToPlayer {
  const { events, hub } = deps
  events.subscribe('pushes', (text) => {
    const [userId, message] = push.parse(JSON.parse(text))
    hub.sendToPlayer(userId, message)
  })
  return (userId, message) => {
    events.publish('pushes', JSON.stringify([userId, message]))
  }
}
