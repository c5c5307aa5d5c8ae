import { componentError } from './component-error.ts'
import type { DataLock } from './data-lock.ts'
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
  /** Stops all parts, the last started first. */
  stop: () => Promise<void>
}

type Place = Pick<ProcessPlace, 'logDir'> & {
  /** What all parts inherit; our own environment, as it is then, if not given. */
  env?: NodeJS.ProcessEnv
  lock?: Pick<DataLock, 'recordParts'>
}

/** Keeps processes: starts them, watches them, stops them. */
export function createSupervisor({
  logDir,
  env = process.env,
  lock,
}: Place): Supervisor {
  const running = new Set<ManagedProcess>()
  let stopping = false
  let reportBroken: (error: Error) => void = () => undefined
  const broken = new Promise<never>((_, reject) => {
    reportBroken = reject
  })
  broken.catch(() => undefined)

  async function spawn(spec: ProcessSpec): Promise<ManagedProcess> {
    if (stopping) throw new Error(`${spec.name} is not started: stopping`)
    const child = await spawnProcess(spec, { logDir, env })
    running.add(child)
    lock?.recordParts([...running].flatMap(partOf))
    return child
  }

  async function watch({ spec, ended, logFile }: ManagedProcess) {
    const { reason } = await ended
    if (!stopping) reportBroken(componentError(spec.name, reason, logFile))
  }

  return {
    broken,
    launch: async (spec) => {
      const service = await spawn(spec)
      await untilReady(service, spec)
      void watch(service)
      return service
    },
    run: async (spec) => {
      const step = await spawn(spec)
      await untilDone(step).finally(() => running.delete(step))
    },
    stop: async () => {
      stopping = true
      for (const child of [...running].reverse()) {
        await child.stop()
      }
    },
  }
}

function partOf({ pid, spec }: ManagedProcess) {
  const identity = identifyProcess(pid)
  const { name, stopSignal, stopWithinMs } = spec
  return identity ? [{ ...identity, name, stopSignal, stopWithinMs }] : []
}
