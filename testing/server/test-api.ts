import { basename } from 'node:path'
import { expect } from 'vitest'
import { type Config, parseConfig } from '../../api/src/config.ts'
import type { createModules, Modules } from '../../api/src/modules.ts'
import type { Clock } from '../../api/src/platform/clock.ts'
import type { EntropyStreams } from '../../api/src/platform/entropy.ts'
import { type Logger, makeLogger } from '../../api/src/platform/logger.ts'
import {
  createPlatform,
  type Platform,
} from '../../api/src/platform/platform.ts'
import { startApi } from '../../api/src/start-api.ts'
import { seededStreams } from './seeded-entropy.ts'

export type ApiOptions = {
  env?: NodeJS.ProcessEnv
  clock?: Clock
  getEntropy?: EntropyStreams
  log?: Logger
  open?: typeof createModules
}

export type TestApi = {
  /** Where it listens, without a slash at the end. */
  origin: string
  platform: Platform
  modules: Modules
  close(): Promise<void>
}

/** Argon2 at its cheapest: most tests register players. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/** Secrets of every API over a test's database. */
export const TEST_SECRETS = {
  SESSION_SECRET: 'a session secret of thirty-two characters or more',
  MASTER_KEYS: `1:${'5e'.repeat(32)}`,
}

export async function startTestApi(
  databaseUrl: string,
  options: ApiOptions,
): Promise<TestApi> {
  const { env, log = makeLogger('silent'), open, ...chance } = options
  const config: Config = {
    ...parseConfig({
      DATABASE_URL: databaseUrl,
      ...TEST_SECRETS,
      PORT: '0',
      // More than one, so that concurrency between them is tested.
      BET_PARTITIONS: '2',
      ...env,
    }),
    passwordCost: CHEAP,
  }
  const platform = await createPlatform({
    ...config,
    log,
    getEntropy: seededStreams(nextSeed()),
    ...chance,
  })
  const { address, modules, stop } = await startApi(platform, config, open)
  let stopping: Promise<void> | undefined

  return {
    origin: `http://${config.host}:${address.port}`,
    platform,
    modules,
    close() {
      stopping ??= stop()
      return stopping
    },
  }
}

const started = new Map<string, number>()

/** Differs between files: they share a chain, and must not share wallets. */
function nextSeed(): string {
  const file = basename(expect.getState().testPath ?? '')
  const count = (started.get(file) ?? 0) + 1
  started.set(file, count)
  return `api ${count} of ${file}`
}
