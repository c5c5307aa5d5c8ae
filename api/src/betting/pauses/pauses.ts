import type { Database } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SocketsModule } from '../../platform/ws/sockets.ts'
import { PausesService } from './pauses.service.ts'
import { PausesStore } from './pauses.store.ts'
import { pausesJob } from './pauses-job.ts'

export type PausesModule = Awaited<ReturnType<typeof openPauses>>

/** The games that an operator has paused; open pages hear of it at once. */
export async function openPauses(
  { betDb, clock }: Pick<Platform, 'betDb' | 'clock'>,
  { sockets: { hub } }: { sockets: Pick<SocketsModule, 'hub'> },
) {
  const service = new PausesService(new PausesStore(betDb), (paused) =>
    hub.broadcast({ type: 'pauses', timestamp: clock().getTime(), paused }),
  )
  await service.follow()
  return {
    service,
    jobs: [pausesJob(service)],
  }
}

export function pausesOver(db: Database): PausesService {
  return new PausesService(new PausesStore(db))
}
