import { connect } from 'node:net'
import { assert } from '#core/assert.ts'
import { freePort } from '../process/ports.ts'
import type {
  ManagedProcess,
  ProcessRunner,
  ServiceSpec,
} from '../process/supervisor.ts'
import { freezeTree } from '../process/system-processes.ts'

export const LOOPBACK = '127.0.0.1'

/** A program of the cluster, which can end and be started again. */
export type ClusterPart = {
  name: string
  /** Where it serves. */
  address: string
  /** Process ids, with those of processes that it would leave. */
  pids: () => number[]
  start: () => Promise<void>
  /** Resolves when it ends, with the reason. */
  ended: () => Promise<string>
  /** Stops it in order. */
  stop: () => Promise<void>
  /** Ends its processes without a warning. */
  kill: () => Promise<void>
  /** Stops its processes in place, until the returned function is called. */
  freeze: () => () => void
}

/** Makes parts of one cluster from an address and a program. */
export type MakePart = (
  address: string,
  spec: ServiceSpec,
  listChildren?: () => number[],
) => ClusterPart

/** @param settings environment of all parts, complete when the first is started */
export function openParts(
  settings: NodeJS.ProcessEnv,
  runner: ProcessRunner,
): MakePart {
  return (address, spec, listChildren = () => []) => {
    let running: ManagedProcess | undefined
    const pids = () => (running ? [running.pid, ...listChildren()] : [])
    return {
      name: spec.name,
      address,
      pids,
      async start() {
        const env = { ...settings, ...spec.env }
        running = await runner.launch({ ...spec, env, isReplaceable: true })
      },
      async ended() {
        assert(running !== undefined, 'a part that ends was started')
        return (await running.ended).reason
      },
      stop: async () => running?.stop(),
      async kill() {
        for (const pid of pids()) process.kill(pid, 'SIGKILL')
        await running?.ended
      },
      freeze() {
        const thaws = pids().map(freezeTree)
        return () => {
          for (const thaw of thaws) thaw()
        }
      },
    }
  }
}

export async function freeAddress(): Promise<string> {
  return `${LOOPBACK}:${await freePort()}`
}

export function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, LOOPBACK, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
