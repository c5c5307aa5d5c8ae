import { type ChildProcess, spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
} from 'node:fs'
import { join } from 'node:path'
import { LaunchError } from '../cli/launch-error.ts'
import { PROJECT_ROOT } from '../product/launch-config.ts'
import { type Part, partEnvironment } from './parts.ts'
import {
  identifyProcess,
  STOP_WITHIN_MS,
  stopGroup,
} from './system-processes.ts'
import { waitUntil } from './wait-until.ts'

/** Long enough for a slow machine, and for PostgreSQL to recover from a crash. */
const READY_WITHIN_MS = 180_000
const TAIL_LINES = 30
const TAIL_BYTES = 16_384

/** A program to run in the project; Node by default. */
export type ProcessSpec = {
  name: string
  command?: string
  args: readonly string[]
  /** Added to the supervisor's environment. */
  env?: NodeJS.ProcessEnv
  user?: { uid: number; gid: number } | undefined
}

export type ServiceSpec = ProcessSpec & {
  /** Throws if the service can't become ready. */
  isReady: () => boolean | Promise<boolean>
  /** True if the others go on without it. */
  isReplaceable?: boolean
}

export type ManagedProcess = {
  pid: number
  logFile: string
  /** Resolves with the reason, as a verb phrase. */
  ended: Promise<{ ok: boolean; reason: string }>
  stop: () => Promise<void>
}

export type ProcessRunner = {
  /** Starts a service; resolves once it is ready. */
  launch: (spec: ServiceSpec) => Promise<ManagedProcess>
  /** Runs a step to its end. */
  run: (spec: ProcessSpec) => Promise<void>
  /** Runs `work` at a stop, between later launched processes and earlier ones. */
  atStop: (work: () => Promise<void>) => void
}

export type Supervisor = ProcessRunner & {
  /** Rejects when a launched part ends by itself; needs no listener. */
  broken: Promise<never>
  /** Aborted when a stop begins. */
  stopping: AbortSignal
  /** Stops all parts, the last started first. */
  stop: () => Promise<void>
}

type Place = {
  logDir: string
  /** Environment of all parts; defaults to that of this process. */
  env?: NodeJS.ProcessEnv
  /** Marks the parts as those of this data directory. */
  dataDir?: string
  /** Called with all running parts after each start. */
  onParts?: (parts: readonly Part[]) => void
  /** Time until a part that does not stop is killed. */
  stopWithinMs?: number
}

/** A part that failed, with the reason and the end of its log. */
export class PartError extends LaunchError {
  override name = 'PartError'
  readonly logLines: readonly string[]
  readonly logFile: string

  constructor(
    part: string,
    failure: { reason: string; logFile: string; cause?: unknown },
  ) {
    const { reason, logFile, cause } = failure
    const logLines = readTail(logFile)
    const head = `${part} ${reason}. Its log: ${logFile}`
    super([head, ...logLines].join('\n  | '), { cause })
    this.logLines = logLines
    this.logFile = logFile
  }
}

/**
 * Starts, watches and stops processes that log to `<logDir>/<name>.log`. Each leads
 * its own process group: Ctrl-C in the terminal reaches only the launcher, which
 * stops its parts in order, and a stop reaches the children of a part.
 */
export function createSupervisor({
  logDir,
  env = process.env,
  dataDir,
  onParts,
  stopWithinMs = STOP_WITHIN_MS,
}: Place): Supervisor {
  const parts = new Map<ManagedProcess, Part>()
  /** Called by a stop in reverse order. */
  const stops = new Set<() => Promise<void>>()
  const stopping = new AbortController()
  const broken = Promise.withResolvers<never>()
  broken.promise.catch(() => undefined)

  async function spawnPart(spec: ProcessSpec): Promise<ManagedProcess> {
    const { name, command = process.execPath, args, user } = spec
    if (stopping.signal.aborted) {
      throw new Error(`${name} is not started: stopping`)
    }
    const logFile = freshLog(logDir, name)
    const output = openSync(logFile, 'a')
    const mark = dataDir && partEnvironment(name, dataDir)
    const child = spawn(command, args, {
      ...user,
      cwd: PROJECT_ROOT,
      env: { ...env, ...mark, ...spec.env },
      detached: true,
      stdio: ['ignore', output, output],
    })
    closeSync(output)
    const ended = waitForEnd(child)
    const { pid } = child
    if (pid === undefined) {
      throw new PartError(name, { logFile, ...(await ended) })
    }
    const stop = () => stopGroup(pid, stopWithinMs)
    const part = { pid, logFile, ended, stop }
    stops.add(stop)
    const identity = identifyProcess(pid)
    if (identity) parts.set(part, { ...identity, name })
    onParts?.([...parts.values()])
    return part
  }

  function forget(part: ManagedProcess): void {
    parts.delete(part)
    stops.delete(part.stop)
  }

  return {
    broken: broken.promise,
    stopping: stopping.signal,

    async launch({ isReady, isReplaceable = false, ...spec }) {
      const { name } = spec
      const part = await spawnPart(spec)
      const { ended, logFile } = part
      const early = ended.then(({ reason }) => {
        throw new PartError(name, { reason, logFile })
      })
      let hasEnded = false
      early.catch(() => {
        hasEnded = true
      })
      const ready = waitUntil(
        async () => hasEnded || (await isReady()),
        READY_WITHIN_MS,
      ).catch((cause: unknown) => {
        const reason = `does not serve (${String(cause)})`
        throw new PartError(name, { reason, logFile, cause })
      })
      if (!(await Promise.race([ready, early]))) {
        const reason = `was not ready after ${READY_WITHIN_MS / 1000} s`
        throw new PartError(name, { reason, logFile })
      }
      let isDismissed = isReplaceable
      early.catch((error: unknown) => {
        if (!stopping.signal.aborted && !isDismissed) broken.reject(error)
      })
      const stop = async () => {
        isDismissed = true
        await part.stop()
        forget(part)
      }
      return { ...part, stop }
    },

    async run(spec) {
      const step = await spawnPart(spec)
      const { ok, reason } = await step.ended
      forget(step)
      const { logFile } = step
      if (!ok) throw new PartError(spec.name, { reason, logFile })
    },

    async stop() {
      stopping.abort()
      for (const stop of [...stops].reverse()) {
        await stop().catch((error: unknown) => console.error(error))
      }
    },

    atStop: (work) => void stops.add(work),
  }
}

function freshLog(logDir: string, name: string): string {
  const logFile = join(logDir, `${name}.log`)
  if (existsSync(logFile)) {
    renameSync(logFile, join(logDir, `${name}.previous.log`))
  }
  return logFile
}

function readTail(logFile: string): string[] {
  // Missing once the data directory is deleted.
  if (!existsSync(logFile)) return []
  const file = openSync(logFile, 'r')
  const buffer = Buffer.alloc(TAIL_BYTES)
  const from = Math.max(fstatSync(file).size - TAIL_BYTES, 0)
  const length = readSync(file, buffer, 0, TAIL_BYTES, from)
  closeSync(file)
  const lines = buffer.toString('utf8', 0, length).trimEnd().split('\n')
  return lines.slice(-TAIL_LINES).filter(Boolean)
}

function waitForEnd(child: ChildProcess): ManagedProcess['ended'] {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) =>
      resolve(
        signal
          ? { ok: false, reason: `was ended by ${signal}` }
          : { ok: code === 0, reason: `ended with exit code ${code}` },
      ),
    )
    child.once('error', ({ message }) =>
      resolve({ ok: false, reason: `could not start (${message})` }),
    )
  })
}
