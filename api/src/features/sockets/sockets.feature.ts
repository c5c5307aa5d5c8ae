import type { Server } from 'node:http'
import { ownOrigin } from '../../platform/http/own-origin.ts'
import type { Platform } from '../../platform/platform.ts'
import { openPlayerPushes } from '../../platform/ws/player-pushes.ts'
import { SocketHub } from '../../platform/ws/socket-hub.ts'
import type { SessionsService } from '../sessions/sessions.service.ts'

export type SocketsFeature = ReturnType<typeof openSockets>

/** The browsers that listen, and what reaches those of a player. */
export function openSockets(
  { events }: Pick<Platform, 'events'>,
  needs: {
    publicUrl: URL
    trustProxyHops: number
    socketsPerNetwork: number
    sessions: { service: SessionsService }
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
