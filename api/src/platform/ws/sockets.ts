import type { Server } from 'node:http'
import { ownOrigin } from '../http/own-origin.ts'
import type { Platform } from '../platform.ts'
import { openPlayerPushes } from './player-pushes.ts'
import { type Identify, SocketHub } from './socket-hub.ts'

export type SocketsModule = ReturnType<typeof openSockets>

/** The browsers that listen, and what reaches those of a player. */
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
  const hub = new SocketHub({
    identify: (cookie) => sessions.resolve(cookie),
    isOwnOrigin: ownOrigin(publicUrl),
    trustProxyHops,
    socketsPerNetwork,
  })
  sessions.onDropped((digest) => hub.closeSession(digest))
  return {
    hub,
    /** In whichever process the player is connected. */
    push: openPlayerPushes({ events, hub }),
    attach: (server: Server) => hub.attach(server),
    /** Asks all browsers to come back later. */
    disconnect: () => hub.close(),
  }
}
