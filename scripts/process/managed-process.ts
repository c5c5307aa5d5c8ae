import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { PartError } from './part-error.ts'
import { stopGroup } from './system-processes.ts'
import { waitUntil } from './wait-until.ts'

/** Long enough for a slow machine, and for PostgreSQL to recover from a crash. */
const READY_WITHIN_MS = 180_000

export type ProcessSpec = {
  name: string
  command: string
  args: readonly string[]
  cwd?: string
  /** Added to the runner's environment. */
  env?: NodeJS.ProcessEnv
  user?: { uid: number; gid: number } | undefined
  stopSignal: NodeJS.Signals
  stopWithinMs: number
}

export type ServiceSpec = ProcessSpec & {
  /** Throws if the service can't become ready. */
  isReady: () => boolean | Promise<boolean>
  readyWithinMs?: number
}

export type ManagedProcess = {
  spec: ProcessSpec
  pid: number
  logFile: string
  /** Resolves with the reason, as a verb phrase. */
  ended: Promise<ProcessEnd>
  stop: () => Promise<void>
}

export type ProcessEnd = { ok: boolean; reason: string }

export type ProcessRunner = {
  /** Starts a service; resolves once it is ready. */
  launch: (spec: ServiceSpec) => Promise<ManagedProcess>
  /** Runs a step to its end. */
  run: (spec: ProcessSpec) => Promise<void>
  /** Runs `work` at a stop, between later launched processes and earlier ones. */
  atStop: (work: () => Promise<void>) => void
}

export type ProcessPlace = { logDir: string; env: NodeJS.ProcessEnv }

/**
 * Starts a process that logs to `<logDir>/<name>.log`. It leads its own process
 * group: Ctrl-C in the terminal reaches only the launcher, which stops its parts
 * in order, and a stop reaches the children of a part.
 */
export async function spawnProcess(
  spec: ProcessSpec,
  { logDir, env }: ProcessPlace,
): Promise<ManagedProcess> {
  const logFile = freshLog(logDir, spec.name)
  const output = openSync(logFile, 'a')
  const child = spawn(spec.command, spec.args, {
    ...spec.user,
    cwd: spec.cwd,
    env: { ...env, ...spec.env },
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once('exit', (code, signal) => resolve(endOf(code, signal)))
    child.once('error', (error) =>
      resolve({ ok: false, reason: `could not start (${error.message})` }),
    )
  })
  const { pid } = child
  if (pid === undefined) {
    const { reason } = await ended
    throw new PartError(spec.name, { reason, logFile })
  }
  const stop = () => stopGroup({ ...spec, pid })
  return { spec, pid, logFile, ended, stop }
}

/** @throws PartError if the service ends, or isn't ready in time. */
export async function untilReady(
  service: ManagedProcess,
  {
    isReady,
    readyWithinMs = READY_WITHIN_MS,
  }: Pick<ServiceSpec, 'isReady' | 'readyWithinMs'>,
): Promise<void> {
  const { spec, logFile } = service
  let hasEnded = false
  const ended = service.ended.then(({ reason }) => {
    hasEnded = true
    throw new PartError(spec.name, { reason, logFile })
  })
  const ready = waitUntil(
    async () => hasEnded || (await isReady()),
    readyWithinMs,
  ).catch((cause: unknown) => {
    const reason = `does not serve (${String(cause)})`
    throw new PartError(spec.name, { reason, logFile, cause })
  })
  if (!(await Promise.race([ready, ended]))) {
    const reason = `was not ready after ${readyWithinMs / 1000} s`
    throw new PartError(spec.name, { reason, logFile })
  }
}

/** @throws PartError if the step fails. */
export async function untilDone(step: ManagedProcess): Promise<void> {
  const { spec, logFile } = step
  const { ok, reason } = await step.ended
  if (!ok) throw new PartError(spec.name, { reason, logFile })
}

function freshLog(logDir: string, name: string): string {
  const logFile = join(logDir, `${name}.log`)
  if (existsSync(logFile)) {
    renameSync(logFile, join(logDir, `${name}.previous.log`))
  }
  return logFile
}

function endOf(code: number | null, signal: string | null): ProcessEnd {
  if (signal) return { ok: false, reason: `was ended by ${signal}` }
  return { ok: code === 0, reason: `ended with exit code ${code}` }
}
