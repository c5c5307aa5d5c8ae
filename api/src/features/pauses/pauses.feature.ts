import type { Database } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { PausesService } from './pauses.service.ts'
import { PausesStore } from './pauses.store.ts'
import { pausesJob } from './pauses-job.ts'

export type PausesFeature = Awaited<ReturnType<typeof openPauses>>

/** The games that an operator has paused. */
export async function openPauses({ betDb }: Pick<Platform, 'betDb'>) {
  const service = pausesOver(betDb)
  await service.follow()
  return {
    service,
    jobs: [pausesJob(service)],
  }
}

export function pausesOver(db: Database): PausesService {
  return new PausesService(new PausesStore(db))
}
