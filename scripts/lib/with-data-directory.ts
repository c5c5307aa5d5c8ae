import { join } from 'node:path'
import { openDataDirectory } from './data-directory.ts'
import { lockData } from './data-lock.ts'
import { createSupervisor, type Supervisor } from './supervisor.ts'

/** Calls `work` as the one launcher of a data directory, and leaves no process behind. */
export async function withDataDirectory<T>(
  { dataDir, isBrief = false }: { dataDir: string; isBrief?: boolean },
  work: (supervisor: Supervisor) => Promise<T>,
): Promise<T> {
  openDataDirectory(dataDir)
  const lock = await lockData(dataDir, { isBrief })
  const logDir = join(dataDir, 'logs')
  const supervisor = createSupervisor({ logDir, lock })
  try {
    return await work(supervisor)
  } finally {
    await supervisor.stop()
    lock.release()
  }
}
