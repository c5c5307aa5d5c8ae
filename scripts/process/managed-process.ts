import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { ComponentError } from './component-error.ts'
import { stopGroup } from './process-group.ts'
import { waitUntil } from './wait-until.ts'

/**
 * What fails ends by itself long before. A slow machine, or a PostgreSQL that
 * recovers from a crash, takes its time and does not hang.
 */
const READY_WITHIN_MS = 180_000

/** What a part of the product is, before it runs. */
export type ProcessSpec = {
  name: string
  command: string
  args: readonly string[]
  cwd?: string
  /** Beside what its runner gives to all of its processes. */
  env?: NodeJS.ProcessEnv
  user?: { uid: number; gid: number } | undefined
  stopSignal: NodeJS.Signals
  stopWithinMs: number
}

/** A process that keeps running, and how to tell that it serves. */
export type ServiceSpec = ProcessSpec & {
  /** Throws when it never will be. */
  isReady: () => boolean | Promise<boolean>
  /** Three minutes if not given. */
  readyWithinMs?: number
}

export type ManagedProcess = {
  spec: ProcessSpec
  pid: number
  logFile: string
  /** Settles when the process has ended, with the reason in words. */
  ended: Promise<ProcessEnd>
  stop: () => Promise<void>
}

export type ProcessEnd = { ok: boolean; reason: string }

/** Who runs processes for a part. */
export type ProcessRunner = {
  /** Starts a service and gives it back once it is ready. */
  launch: (spec: ServiceSpec) => Promise<ManagedProcess>
  /** Runs a step to its end. */
  run: (spec: ProcessSpec) => Promise<void>
  /** Has `work` done in a stop, after what is launched later and before the rest. */
  atStop: (work: () => Promise<void>) => void
}

/** Where processes write their logs, and what they all have in common. */
export type ProcessPlace = { logDir: string; env: NodeJS.ProcessEnv }

/**
 * Starts a process whose output goes to `<logDir>/<name>.log`. It leads a
 * process group of its own: a Ctrl-C in the terminal reaches only the
 * launcher, which then stops its parts in the right order, and a stop reaches
 * the children of a part too.
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
    throw new ComponentError(spec.name, { reason, logFile })
  }
  const stop = () => stopGroup({ ...spec, pid })
  return { spec, pid, logFile, ended, stop }
}

/** Waits until a service is ready; one that ends or hangs instead is an error. */
export async function untilReady(
  service: ManagedProcess,
  {
    isReady,
    readyWithinMs = READY_WITHIN_MS,
  }: Pick<ServiceSpec, 'isReady' | 'readyWithinMs'>,
): Promise<void> {
  const { spec, logFile } = service
  let gone = false
  const ended = service.ended.then(({ reason }) => {
    gone = true
    throw new ComponentError(spec.name, { reason, logFile })
  })
  const ready = waitUntil(
    async () => gone || (await isReady()),
    readyWithinMs,
  ).catch((cause: unknown) => {
    const reason = `does not serve (${String(cause)})`
    throw new ComponentError(spec.name, { reason, logFile, cause })
  })
  if (!(await Promise.race([ready, ended]))) {
    const reason = `was not ready after ${readyWithinMs / 1000} s`
    throw new ComponentError(spec.name, { reason, logFile })
  }
}

/** Waits until a step has done its work; one that fails is an error. */
export async function untilDone(step: ManagedProcess): Promise<void> {
  const { spec, logFile } = step
  const { ok, reason } = await step.ended
  if (!ok) throw new ComponentError(spec.name, { reason, logFile })
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
