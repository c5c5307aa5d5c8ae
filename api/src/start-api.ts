import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { assert } from '#core/assert.ts'
import { makeApp } from './app.ts'
import type { Config } from './config.ts'
import { createModules, type Modules } from './modules.ts'
import { createOpenConnections } from './platform/http/open-connections.ts'
import { superviseJobs } from './platform/jobs.ts'
import type { Module, Platform } from './platform/platform.ts'

/** Time for clients to finish requests and close their sockets. */
const DRAIN_MS = 2_000

/**
 * Idle time of a connection, longer than a proxy's (Caddy two minutes): if the
 * server closed first, a bet that is being sent would be lost.
 */
const KEEP_ALIVE_MS = 150_000

/** Time for a request to arrive, and for a connection to stall during one. */
const ARRIVAL = { headersTimeout: 10_000, requestTimeout: 20_000 }
const ARRIVAL_CHECKED_EVERY_MS = 1_000
const STALLED_MS = 30_000

export type Api = {
  address: AddressInfo
  modules: Modules
  /** Answers pending requests, then closes everything, the platform included. */
  stop(): Promise<void>
}

export async function startApi(
  platform: Platform,
  config: Config,
  open: typeof createModules = createModules,
): Promise<Api> {
  const opened = await open(platform, config)
  const modules: Module[] = Object.values(opened)
  let isOpen = true
  const connections = createOpenConnections(config.connectionLimits)
  const app = makeApp(platform, config, {
    modules,
    guards: { ...opened.sessions.guards, ...opened.operators.guards },
    connections,
    framePolicy: (frame) => opened.site.service.framePolicy(frame),
    isOpen: () => isOpen,
  })
  const server = createServer(
    {
      ...ARRIVAL,
      connectionsCheckingInterval: ARRIVAL_CHECKED_EVERY_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    app,
  )
  server.setTimeout(STALLED_MS)
  connections.watch(server)
  for (const { attach } of modules) attach?.(server)
  const address = await listen(server, config)
  const jobs = modules.flatMap(({ jobs = [] }) => jobs)
  const running = superviseJobs(jobs, platform)
  return {
    address,
    modules: opened,
    async stop() {
      isOpen = false
      // Goes on until the proxy has read the 503 of /readyz.
      await sleep(config.drainDelayMs)
      for (const { drain } of modules) await drain?.()
      await running.close()
      for (const { release } of modules) await release?.()
      // Clients have a moment to disconnect.
      const closed = new Promise((resolve) => server.close(resolve))
      for (const { disconnect } of modules) disconnect?.()
      const overdue = setTimeout(() => connections.destroyAll(), DRAIN_MS)
      await closed
      clearTimeout(overdue)
      await platform.close()
    },
  }
}

async function listen(server: Server, { port, host }: Config) {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    if (error.code !== 'EADDRINUSE') throw error
    throw new Error(`Port ${port} is in use; set PORT to another.`)
  }
  const address = server.address()
  assert(typeof address === 'object' && address !== null, 'it has a port')
  return address
}
