import type { Job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SocketsModule } from '../../platform/ws/sockets.ts'
import { createPausesService } from './pauses.service.ts'

const EVERY_MS = 500

export type PausesModule = Awaited<ReturnType<typeof createPauses>>

/** Creates the service of the games' pauses, and pushes changes to open pages. */
export async function createPauses(
  { betDb, clock }: Pick<Platform, 'betDb' | 'clock'>,
  { sockets: { hub } }: { sockets: Pick<SocketsModule, 'hub'> },
) {
  const service = createPausesService(betDb, (paused) =>
    hub.broadcast({ type: 'pauses', timestamp: clock().getTime(), paused }),
  )
  await service.follow()
  const job: Job = {
    name: 'pauses',
    everyMs: EVERY_MS,
    // A pause must take effect soon after a failure, too.
    backOffMaxMs: EVERY_MS,
    run: service.follow,
  }
  return { service, jobs: [job] }
}
