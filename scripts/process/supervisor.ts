import { ComponentError } from './component-error.ts'
import type { RecordedPart } from './leftover.ts'
import {
  type ManagedProcess,
  type ProcessPlace,
  type ProcessRunner,
  type ProcessSpec,
  spawnProcess,
  untilDone,
  untilReady,
} from './managed-process.ts'
import { identifyProcess } from './process-identity.ts'

export type Supervisor = ProcessRunner & {
  /** Rejects when a launched part dies without being asked to; nobody has to listen. */
  broken: Promise<never>
  /** Aborted as soon as all parts are to stop. */
  stopping: AbortSignal
  /** Stops all parts, the last started first. */
  stop: () => Promise<void>
}

/** What is done in a stop, between those that are stopped. */
type FinalWork = { stop: () => Promise<void> }

type Place = Pick<ProcessPlace, 'logDir'> & {
  /** What all parts inherit; our own environment, as it is then, if not given. */
  env?: NodeJS.ProcessEnv
  /** Hears who runs, whenever somebody was started. */
  onParts?: (parts: readonly RecordedPart[]) => void
}

/** Keeps processes: starts them, watches them, stops them. */
export function createSupervisor({
  logDir,
  env = process.env,
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
    const child = await spawnProcess(spec, { logDir, env })
    running.add(child)
    onParts?.([...running].flatMap(partOf))
    return child
  }

  async function watch(service: ManagedProcess) {
    const { spec, ended, logFile } = service
    const { reason } = await ended
    if (stopping.signal.aborted || dismissed.has(service)) return
    reportBroken(new ComponentError(spec.name, { reason, logFile }))
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
      // One that can't be stopped keeps none of the others.
      const failures: unknown[] = []
      for (const one of [...running].reverse()) {
        await one.stop().catch((error: unknown) => failures.push(error))
      }
      for (const failure of failures) console.error(failure)
    },
    atStop: (work) => void running.add({ stop: work }),
  }
}

function partOf(one: ManagedProcess | FinalWork): RecordedPart[] {
  if (!('pid' in one)) return []
  const { pid, spec } = one
  const identity = identifyProcess(pid)
  const { name, stopSignal, stopWithinMs } = spec
  return identity ? [{ ...identity, name, stopSignal, stopWithinMs }] : []
}
