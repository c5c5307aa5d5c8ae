import type { Feature } from '../../../api/src/platform/feature.ts'
import type { Platform } from '../../../api/src/platform/platform.ts'
import { guestbookRoutes } from './guestbook.routes.ts'
import { GuestbookService } from './guestbook.service.ts'
import { GuestbookStore } from './guestbook.store.ts'
import { guestbookJob } from './guestbook-job.ts'

/** A guestbook: the smallest feature with a table, routes and a job. */
export function openGuestbook({
  clock,
  db,
}: Pick<Platform, 'clock' | 'db'>): Feature {
  const store = new GuestbookStore(db)
  const service = new GuestbookService({ store, clock })
  return {
    routes: ({ requirePlayer }) => guestbookRoutes(service, requirePlayer),
    jobs: [guestbookJob(service)],
  }
}
