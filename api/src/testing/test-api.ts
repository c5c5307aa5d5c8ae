import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeApp } from '../app.ts'
import { configOf } from '../config.ts'
import type { Clock } from '../platform/clock.ts'
import type { Entropy } from '../platform/entropy.ts'
import { type Logger, makeLogger } from '../platform/logger.ts'
import { openPlatform, type Platform } from '../platform/platform.ts'
import { openServices, type Services } from '../services.ts'
import { seededEntropy } from './seeded-entropy.ts'

export type ApiOptions = {
  env?: NodeJS.ProcessEnv
  clock?: Clock
  entropy?: Entropy
  log?: Logger
}

export type TestApi = {
  /** Where it listens, without a slash at the end. */
  origin: string
  platform: Platform
  services: Services
  close(): Promise<void>
}

/** What every API over a test's database is given. */
export const TEST_SECRETS = {
  SESSION_SECRET: 'a session secret of thirty-two characters or more',
  MASTER_KEYS: `1:${'5e'.repeat(32)}`,
}

/** The whole API as `main.ts` starts it, on a free port. */
export async function startTestApi(
  databaseUrl: string,
  options: ApiOptions,
): Promise<TestApi> {
  const { env, log = makeLogger('silent'), ...chance } = options
  const config = configOf({
    DATABASE_URL: databaseUrl,
    ...TEST_SECRETS,
    // More than one, so that what they do at the same time is tested.
    LANES: '2',
    ...env,
  })
  const platform = await openPlatform({
    ...config,
    log,
    entropy: seededEntropy('api'),
    ...chance,
  })
  const services = await openServices(platform, config)
  let isOpen = true
  const app = makeApp({ config, platform, services, isOpen: () => isOpen })
  const server = createServer(app)
  services.hub.attach(server)
  await new Promise<void>((resolve) => {
    server.listen(0, config.host, resolve)
  })
  const { port } = server.address() as AddressInfo

  return {
    origin: `http://${config.host}:${port}`,
    platform,
    services,
    async close() {
      if (!isOpen) return
      isOpen = false
      await services.close()
      server.close().closeAllConnections()
      await platform.close()
    },
  }
}
