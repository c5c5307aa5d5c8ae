import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { nodeUrls } from '#core/chain/chains.ts'
import { readSecretFiles } from '../../api/src/secret-files.ts'
import { LaunchError } from '../cli/launch-error.ts'

export const PROJECT_ROOT = resolve(import.meta.dirname, '../..')

const PORT_RULE = 'must be a whole number from 0 to 65535'
const URL_RULE = 'must be http or https URLs, separated by commas'

const environment = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    /** 0 for a free one. */
    PORT: z
      .string()
      .regex(/^\d{1,5}$/, PORT_RULE)
      .transform(Number)
      .refine((port) => port <= 65_535, PORT_RULE)
      .default(3000),
    DATA_DIR: z.string().default('.data'),
    /** Used instead of the embedded PostgreSQL. */
    DATABASE_URL: z.string().optional(),
    /** The players' address; http://localhost:<port> by default. */
    PUBLIC_URL: z.string().optional(),
    /** Node URLs of the chain used instead of a local one. */
    RPC_URL: z
      .string()
      .refine((list) => nodeUrls(list).every(isHttpUrl), URL_RULE)
      .optional(),
    /** Written when the contracts are deployed. */
    DEPLOYMENT_FILE: z.string().optional(),
    /** Outside the data directory, so that copies of it don't include the file. */
    HIGH_WATER_FILE: z.string().optional(),
  })
  .transform((from) => {
    const dataDir = resolve(PROJECT_ROOT, from.DATA_DIR)
    const {
      DEPLOYMENT_FILE = join(dataDir, 'deployment.json'),
      HIGH_WATER_FILE = `${dataDir}.high-water.json`,
    } = from
    return {
      host: from.HOST,
      port: from.PORT,
      dataDir,
      databaseUrl: from.DATABASE_URL,
      publicUrl: from.PUBLIC_URL,
      rpcUrl: from.RPC_URL,
      deploymentFile: resolve(PROJECT_ROOT, DEPLOYMENT_FILE),
      highWaterFile: resolve(PROJECT_ROOT, HIGH_WATER_FILE),
    }
  })

export type LaunchConfig = z.infer<typeof environment>

function isHttpUrl(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}

/**
 * Adds the variables of ENV_FILE (.env) that the environment lacks and the secrets
 * given as files, and drops empty ones. Tests name another ENV_FILE, to run without
 * local settings.
 *
 * @throws LaunchError for a secret that is set twice or can't be read
 */
export function loadSettings(): void {
  const file = resolve(PROJECT_ROOT, process.env.ENV_FILE || '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  const { variables, issues } = readSecretFiles(process.env)
  const [issue] = issues
  if (issue) throw new LaunchError(`${issue.path} ${issue.message}.`)
  Object.assign(process.env, variables)
  for (const [name, value] of Object.entries(process.env)) {
    if (value === '') delete process.env[name]
  }
}

/** @throws LaunchError that names the first invalid variable */
export function toLaunchConfig(env: NodeJS.ProcessEnv): LaunchConfig {
  const parsed = environment.safeParse(env)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new LaunchError(`${issue?.path.join('.')} ${issue?.message}.`)
}
