import {
  type ManagedProcess,
  type ProcessPlace,
  type ProcessRunner,
  type ProcessSpec,
  spawnProcess,
  untilDone,
  untilReady,
} from './managed-process.ts'
import { PartError } from './part-error.ts'
import { type Part, partEnvironment } from './parts.ts'
import { identifyProcess } from './system-processes.ts'

export type Supervisor = ProcessRunner & {
  /** Rejects when a launched part ends by itself; needs no listener. */
  broken: Promise<never>
  /** Aborted when a stop begins. */
  stopping: AbortSignal
  /** Stops all parts, the last started first. */
  stop: () => Promise<void>
}

type FinalWork = { stop: () => Promise<void> }

type Place = Pick<ProcessPlace, 'logDir'> & {
  /** Of all parts; the environment of this process by default. */
  env?: NodeJS.ProcessEnv
  /** Marks the parts as those of this data directory. */
  dataDir?: string
  /** Called with all running parts after each start. */
  onParts?: (parts: readonly Part[]) => void
}

/** Starts, watches and stops processes. */
export function createSupervisor({
  logDir,
  env = process.env,
  dataDir,
  onParts,
}: Place): Supervisor {
  const running = new Set<ManagedProcess | FinalWork>()
  const dismissed = new Set<ManagedProcess>()
  const stopping = new AbortController()
  let reportBroken: (error: Error) => void = () => undefined
  const broken = new Promise<never>((_, reject) => {
    reportBroken = reject
  })
  broken.catch(() => undefined)

  async function spawn(spec: ProcessSpec): Promise<ManagedProcess> {
    if (stopping.signal.aborted) {
      throw new Error(`${spec.name} is not started: stopping`)
    }
    const mark = dataDir && partEnvironment(spec.name, dataDir)
    const child = await spawnProcess(spec, { logDir, env: { ...env, ...mark } })
    running.add(child)
    onParts?.([...running].flatMap(partOf))
    return child
  }

  async function watch(service: ManagedProcess) {
    const { spec, ended, logFile } = service
    const { reason } = await ended
    if (stopping.signal.aborted || dismissed.has(service)) return
    reportBroken(new PartError(spec.name, { reason, logFile }))
  }

  async function dismiss(service: ManagedProcess) {
    dismissed.add(service)
    await service.stop()
    running.delete(service)
  }

  return {
    broken,
    stopping: stopping.signal,
    launch: async (spec) => {
      const service = await spawn(spec)
      await untilReady(service, spec)
      void watch(service)
      return { ...service, stop: () => dismiss(service) }
    },
    run: async (spec) => {
      const step = await spawn(spec)
      await untilDone(step).finally(() => running.delete(step))
    },
    stop: async () => {
      stopping.abort()
      const failures: unknown[] = []
      for (const one of [...running].reverse()) {
        await one.stop().catch((error: unknown) => failures.push(error))
      }
      for (const failure of failures) console.error(failure)
    },
    atStop: (work) => void running.add({ stop: work }),
  }
}

function partOf(one: ManagedProcess | FinalWork): Part[] {
  if (!('pid' in one)) return []
  const { pid, spec } = one
  const identity = identifyProcess(pid)
  const { name, stopSignal, stopWithinMs } = spec
  return identity ? [{ ...identity, name, stopSignal, stopWithinMs }] : []
}
