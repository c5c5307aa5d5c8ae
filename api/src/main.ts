import { parseConfig } from './config.ts'
import { makeLogger } from './platform/logger.ts'
import { createPlatform } from './platform/platform.ts'
import { startApi } from './start-api.ts'

const STOP_WITHIN_MS = 10_000

try {
  await start()
} catch (error) {
  // Without a configuration there is no logger yet.
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}

async function start(): Promise<void> {
  const config = parseConfig(process.env)
  const log = makeLogger(config.logLevel)
  const platform = await createPlatform({ ...config, log })
  const api = await startApi(platform, config)
  let isStopping = false

  async function stop(signal: string): Promise<void> {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'api.stopping')
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    await api.stop()
    log.info('api.stopped')
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  log.info({ address: api.address }, 'api.listening')
}
