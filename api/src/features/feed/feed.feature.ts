import type { Guards } from '../../platform/http/player.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SocketsFeature } from '../sockets/sockets.feature.ts'
import { feedReference } from './feed.reference.ts'
import { feedRoutes } from './feed.routes.ts'
import { FeedService } from './feed.service.ts'
import { FeedStore } from './feed.store.ts'
import { feedJobs } from './feed-jobs.ts'

export type FeedFeature = ReturnType<typeof openFeed>

/** What is being played in the whole house, for everybody to watch. */
export function openFeed(
  { clock, db }: Pick<Platform, 'clock' | 'db'>,
  { sockets: { hub } }: { sockets: Pick<SocketsFeature, 'hub'> },
) {
  const service = new FeedService({
    store: new FeedStore(db),
    clock,
    broadcast: (message) => hub.broadcast(message),
  })
  return {
    service,
    reference: [feedReference],
    routes: ({ requirePlayer }: Guards) => feedRoutes(service, requirePlayer),
    jobs: feedJobs(service),
  }
}
