import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import * as z from 'zod'
import { newId } from '../../platform/ids.ts'

/** Last posting number of each lineage, by the lineage's id. */
const marks = z.record(z.uuid(), z.int().nonnegative())

export type HighWaterMark = ReturnType<typeof highWaterMark>

/**
 * Stores marks outside of the database and its backups, a second old at most.
 */
export function highWaterMark(path: string) {
  async function read(): Promise<z.infer<typeof marks>> {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if (isMissing(error)) return '{}'
      throw error
    })
    try {
      return marks.parse(JSON.parse(text))
    } catch (cause) {
      throw new Error(
        `${path} is damaged. It shows whether the database was restored: delete it only if it was not.`,
        { cause },
      )
    }
  }

  return {
    async readMark(lineage: string): Promise<number> {
      return (await read())[lineage] ?? 0
    },

    /** Raises a mark. Races between processes are corrected within a second. */
    async raise(lineage: string, mark: number): Promise<void> {
      const known = await read()
      if (mark <= (known[lineage] ?? 0)) return
      const draft = `${path}.${newId()}`
      const text = JSON.stringify({ ...known, [lineage]: mark }, null, 2)
      try {
        await writeFile(draft, `${text}\n`, { flush: true })
        await rename(draft, path)
      } finally {
        await rm(draft, { force: true })
      }
    },
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
