import { createServer } from 'node:http'
import { makeApp } from './app.ts'
import { configOf } from './config.ts'
import { makeLogger } from './platform/logger.ts'
import { openPlatform } from './platform/platform.ts'
import { openServices } from './services.ts'

const STOP_WITHIN_MS = 10_000

try {
  await start()
} catch (error) {
  // Before there is a server there is nobody but the console to tell.
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}

async function start(): Promise<void> {
  const config = configOf(process.env)
  const log = makeLogger(config.logLevel)
  const platform = await openPlatform({ ...config, log })
  const services = await openServices(platform, config)
  let isOpen = true
  const app = makeApp({ config, platform, services, isOpen: () => isOpen })
  const server = createServer(app)
  services.hub.attach(server)

  async function stop(signal: string): Promise<void> {
    if (!isOpen) return
    isOpen = false
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    const closed = new Promise((resolve) => server.close(resolve))
    await services.close()
    server.closeIdleConnections()
    await closed
    await platform.close()
    log.info('stopped')
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = error.code === 'EADDRINUSE'
      reject(
        inUse
          ? new Error(`Port ${config.port} is in use; set PORT to another.`)
          : error,
      )
    })
    server.listen(config.port, config.host, resolve)
  })
  log.info({ address: server.address() }, 'listening')
}
