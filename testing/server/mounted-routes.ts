import type { Express } from 'express'
import { makeApp } from '../../api/src/app.ts'
import { parseConfig } from '../../api/src/config.ts'
import { createOpenConnections } from '../../api/src/platform/http/open-connections.ts'
import { makeMetrics } from '../../api/src/platform/metrics.ts'
import { TEST_SECRETS } from './test-api.ts'
import type { TestServer } from './test-server.ts'

type Layers = Express['router']['stack']
type Layer = Layers[number]
type Route = NonNullable<Layer['route']>

/** Mounted routes of the API, named as in the reference. */
export function mountedRoutes({
  databaseUrl,
  modules,
  platform,
}: Pick<TestServer, 'databaseUrl' | 'modules' | 'platform'>): string[] {
  const config = parseConfig({ DATABASE_URL: databaseUrl, ...TEST_SECRETS })
  // Names of metrics are taken once per registry.
  const own = { ...platform, metrics: makeMetrics() }
  const app = makeApp(own, config, {
    modules: Object.values(modules),
    guards: { ...modules.sessions.guards, ...modules.operators.guards },
    connections: createOpenConnections(config.connectionLimits),
    framePolicy: () => '',
    isOpen: () => true,
  })
  return toRoutes(app.router.stack, '')
}

function toRoutes(stack: Layers, prefix: string): string[] {
  return stack.flatMap((layer) => {
    if (layer.route) return listRoutes(layer.route, prefix)
    const { stack: inner, path } = getMounted(layer)
    return inner ? toRoutes(inner, prefix + path) : []
  })
}

function listRoutes({ path, stack }: Route, prefix: string): string[] {
  const described = prefix + path.replaceAll(/:(\w+)/g, '{$1}')
  const methods = new Set(stack.map(({ method }) => method))
  return [...methods].map((method) => `${method} ${described}`)
}

/** Reads a nested router from its layer; Express does not type these fields. */
function getMounted(layer: Layer): { stack?: Layers; path: string } {
  const path: unknown = Reflect.get(layer, 'rawPath')
  const stack: Layers | undefined = Reflect.get(layer.handle, 'stack')
  const prefix = typeof path === 'string' && path !== '/' ? path : ''
  return { ...(stack && { stack }), path: prefix }
}
