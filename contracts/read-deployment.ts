import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { deployment, earlierDeployment } from '#core/schemas/deployment.ts'

/** Reads the contracts' addresses. @throws an error that names the file. */
export const readDeployment = (path: string) => read(path, deployment)

/** Reads a file that an earlier version may have written. */
export const readEarlierDeployment = (path: string) =>
  read(path, earlierDeployment)

function read<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
): z.output<Schema> {
  const parsed = schema.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (parsed.success) return parsed.data
  throw new Error(`${path} is no deployment:\n${z.prettifyError(parsed.error)}`)
}
