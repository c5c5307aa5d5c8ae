import * as z from 'zod'
import {
  commandLine,
  isRunning,
  linuxProcesses,
  readProc,
  stopGroup,
} from './system-processes.ts'

/** A running part of a product. */
export const part = z.object({
  name: z.string(),
  pid: z.number(),
  startedAt: z.string(),
})

export type Part = z.infer<typeof part>

/** Variables in the environment of each part, by which strays are found. */
const DIRECTORY = 'CASINO_PART_OF'
const NAME = 'CASINO_PART'

const COMMAND_LENGTH_MAX = 100

export function partEnvironment(name: string, dataDir: string) {
  return { [DIRECTORY]: dataDir, [NAME]: name }
}

/** Stops parts of a killed launcher, the last started first. */
export async function stopParts(parts: readonly Part[]): Promise<void> {
  for (const one of parts.toReversed()) {
    if (!isRunning(one)) continue
    console.log(`Stopping its ${one.name} (process ${one.pid}).`)
    await stopGroup(one.pid)
  }
}

/**
 * Stops what earlier launchers left running on a data directory, the last
 * started first. Linux only. Requires the directory's lock, since the parts of
 * a running launcher look the same.
 */
export async function stopStrays(dataDir: string): Promise<void> {
  for (const { pid, group } of runningParts(dataDir).toReversed()) {
    const command = commandLine(pid).slice(0, COMMAND_LENGTH_MAX)
    console.log(
      `Stopping process ${pid}, which an earlier start on ${dataDir} left behind: ${command}`,
    )
    await stopGroup(group)
  }
}

/** Lists the process groups that work on a data directory, oldest first. Linux only. */
export function runningParts(dataDir: string) {
  const groups = new Set<number>()
  return linuxProcesses().flatMap(({ pid, group }) => {
    const variables = readProc(pid, 'environ')?.split('\0') ?? []
    const isPart = variables.includes(`${DIRECTORY}=${dataDir}`)
    if (!isPart || groups.has(group)) return []
    groups.add(group)
    const name = variables.find((text) => text.startsWith(`${NAME}=`))
    return [{ pid, group, name: name?.slice(NAME.length + 1) }]
  })
}
