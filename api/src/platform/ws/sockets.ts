import * as z from 'zod'
import { type SocketMessage, socketMessage } from '#core/api/socket.ts'
import { ownOrigin } from '../http/cross-site.ts'
import type { Platform } from '../platform.ts'
import { type Identify, openSocketHub } from './socket-hub.ts'

const push = z.tuple([z.uuid(), socketMessage])

export type SocketsModule = ReturnType<typeof openSockets>

export type PushToPlayer = (userId: string, message: SocketMessage) => void

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
  events.subscribe('pushes', (text) => {
    const [userId, message] = push.parse(JSON.parse(text))
    hub.sendToPlayer(userId, message)
  })
  return {
    hub,
    /** Reaches a player's browsers in whichever process they are connected to. */
    push(userId: string, message: SocketMessage): void {
      events.publish('pushes', JSON.stringify([userId, message]))
    },
    attach: hub.attach,
    disconnect: hub.close,
  }
}
