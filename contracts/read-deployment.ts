import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { type Deployment, deployment } from '#core/schemas/deployment.ts'

/** The contracts' addresses; throws, naming the file, when it is unusable. */
export function readDeployment(path: string): Deployment {
  const parsed = deployment.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (parsed.success) return parsed.data
  throw new Error(`${path} is no deployment:\n${z.prettifyError(parsed.error)}`)
}
