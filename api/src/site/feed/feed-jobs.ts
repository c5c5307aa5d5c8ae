import type { Job } from '../../platform/jobs.ts'
import type { FeedService } from './feed.service.ts'

const TICK_EVERY_MS = 1_000
const BACK_OFF_MAX_MS = 5_000
const DELETE_EVERY_MS = 60_000

export function feedJobs(feed: FeedService): Job[] {
  return [
    {
      name: 'feed',
      everyMs: TICK_EVERY_MS,
      backOffMaxMs: BACK_OFF_MAX_MS,
      run: () => feed.tick(),
    },
    {
      name: 'feed_deletion',
      everyMs: DELETE_EVERY_MS,
      run: () => feed.deleteOld(),
    },
  ]
}
