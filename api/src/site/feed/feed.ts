import { readFeed, readFeedName, setFeedName } from '#core/api/feed.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SocketsModule } from '../../platform/ws/sockets.ts'
import { FeedService } from './feed.service.ts'
import { FeedStore } from './feed.store.ts'

const TICK_EVERY_MS = 1_000
const TICK_BACK_OFF_MAX_MS = 5_000
const DELETE_EVERY_MS = 60_000

export type FeedModule = ReturnType<typeof openFeed>

/** Opens the live feed of bets. */
export function openFeed(
  { clock, db }: Pick<Platform, 'clock' | 'db'>,
  { sockets: { hub } }: { sockets: Pick<SocketsModule, 'hub'> },
) {
  const service = new FeedService({
    store: new FeedStore(db),
    clock,
    broadcast: (message) => hub.broadcast(message),
  })
  return {
    service,
    mount(serve: Serve) {
      serve(readFeed, () => service.page())
      serve(readFeedName, ({ playerId }) => service.nameOf(playerId))
      serve(setFeedName, ({ body, playerId }) =>
        service.setName(playerId, body),
      )
    },
    jobs: [
      {
        name: 'feed',
        everyMs: TICK_EVERY_MS,
        backOffMaxMs: TICK_BACK_OFF_MAX_MS,
        run: () => service.tick(),
      },
      {
        name: 'feed_deletion',
        everyMs: DELETE_EVERY_MS,
        run: () => service.deleteOld(),
      },
    ],
  }
}
