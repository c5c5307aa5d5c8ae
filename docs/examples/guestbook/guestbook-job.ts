import type { Job } from '../../../api/src/platform/jobs.ts'
import type { GuestbookService } from './guestbook.service.ts'

const EVERY_MS = 60 * 60 * 1_000

/** Keeps the guestbook to the lines of a month. */
export function guestbookJob(guestbook: GuestbookService): Job {
  return {
    name: 'guestbook',
    everyMs: EVERY_MS,
    run: () => guestbook.forget(),
  }
}
