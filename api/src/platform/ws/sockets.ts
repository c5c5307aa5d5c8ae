import * as z from 'zod'
import { type SocketMessage, socketMessage } from '#core/api/socket.ts'
import type { Events } from '../events.ts'
import { ownOrigin } from '../http/cross-site.ts'
import type { Platform } from '../platform.ts'
import { type Identify, openSocketHub, type SocketHub } from './socket-hub.ts'

export type SocketsModule = ReturnType<typeof openSockets>

export type PushToPlayer = (userId: string, message: SocketMessage) => void

/** Opens the sockets of browsers. */
export function openSockets(
  { events }: Pick<Platform, 'events'>,
  needs: {
    publicUrl: URL
    trustProxyHops: number
    socketsPerNetwork: number
    sessions: {
      service: {
        resolve: Identify
        onDropped(listener: (digest: string) => void): void
      }
    }
  },
) {
  const { publicUrl, socketsPerNetwork, trustProxyHops } = needs
  const sessions = needs.sessions.service
  const hub = openSocketHub({
    identify: sessions.resolve,
    isOwnOrigin: ownOrigin(publicUrl),
    trustProxyHops,
    socketsPerNetwork,
  })
  sessions.onDropped((digest) => hub.closeSession(digest))
  return {
    hub,
    push: openPlayerPushes(events, hub),
    attach: hub.attach,
    disconnect: hub.close,
  }
}

const push = z.tuple([z.uuid(), socketMessage])

/** Reaches a player's browsers in whichever process they are connected to. */
function openPlayerPushes(events: Events, hub: SocketHub): PushToPlayer {
  events.subscribe('pushes', (text) => {
    const [userId, message] = push.parse(JSON.parse(text))
    hub.sendToPlayer(userId, message)
  })
  return (userId, message) => {
    events.publish('pushes', JSON.stringify([userId, message]))
  }
}
