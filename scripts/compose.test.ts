import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { configOf } from '../api/src/config.ts'
import { LAUNCH_VARIABLES, PROJECT_ROOT } from './lib/launch-config.ts'
import {
  COMPOSE,
  COMPOSE_TEXT,
  type Service,
  service,
} from './test-support/compose-file.ts'
import { apiVariables, EXAMPLE, NEEDED } from './test-support/variables.ts'

// No Docker runs here: the file is held against the programs it starts.
const CADDYFILE = readFileSync(join(PROJECT_ROOT, 'Caddyfile'), 'utf8')
const DOCKERFILE = readFileSync(join(PROJECT_ROOT, 'Dockerfile'), 'utf8')

const services = Object.entries(COMPOSE.services)
const ours = services.filter(([, { image }]) => image === 'casino')
const named = (name: string) => service.parse(COMPOSE.services[name])

const OF_IMAGES = [
  'POSTGRES_USER',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD',
  'PUBLIC_URL',
]

test.each(ours)('%s starts a program of ours', (_name, { command = [] }) => {
  const [node, script = ''] = command
  expect(node).toBe('node')
  expect(command).toHaveLength(2)
  expect(existsSync(join(PROJECT_ROOT, script)), script).toBe(true)
})

test.each(ours)(
  '%s is told only what its program reads',
  (_name, { environment }) => {
    const known = new Set([...LAUNCH_VARIABLES, ...apiVariables()])
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual(
      [],
    )
  },
)

test('every setting that it takes from .env is explained', () => {
  const asked = services.flatMap(([, { environment }]) =>
    Object.entries(environment)
      .filter(([, value]) => value === null)
      .map(([name]) => name),
  )
  const filledIn = [...COMPOSE_TEXT.matchAll(/\$\{([A-Z_]+)/g)].map(
    ([, name]) => name,
  )
  const explained = EXAMPLE.map(({ name }) => name)
  expect(
    [...asked, ...filledIn].filter((name) => !explained.includes(name ?? '')),
  ).toEqual([])
})

test('an API can be told every setting that has a meaning there', () => {
  const { environment } = named('api')
  // Fixed by the image, or needless without a pooler.
  const left = ['PORT', 'DATABASE_DIRECT_URL']
  const told = Object.keys(environment)
  expect([...told, ...left].sort()).toEqual(apiVariables().sort())
})

test('an API starts with what it is told', () => {
  const env = {
    POSTGRES_PASSWORD: 'secret',
    PUBLIC_URL: 'https://casino.example',
    RPC_URL: 'https://rpc.example/key',
    ...NEEDED,
  }
  const { DATABASE_URL: _ours, ...given } = env
  const config = configOf(filledIn(named('api').environment, given))
  expect(config).toMatchObject({
    host: '0.0.0.0',
    port: configOf(NEEDED).port,
    trustProxyHops: 1,
    databaseUrl: 'postgres://casino:secret@postgres:5432/casino',
    deposits: { deploymentFile: '/deployment/deployment.json' },
  })
})

/** As Compose fills it in. */
function filledIn(
  environment: Service['environment'],
  given: Record<string, string>,
): NodeJS.ProcessEnv {
  const filled = Object.entries(environment).map(([name, value]) => [
    name,
    value === null
      ? given[name]
      : value.replaceAll(/\$\{([A-Z_]+)[^}]*\}/g, (_, key) => given[key] ?? ''),
  ])
  return Object.fromEntries(filled.filter(([, value]) => value !== undefined))
}

test('the images that are not ours are told only what they know', () => {
  const foreign = services.filter(([, { image }]) => image !== 'casino')
  const told = foreign.flatMap(([, { environment }]) =>
    Object.keys(environment),
  )
  expect(told.filter((name) => !OF_IMAGES.includes(name))).toEqual([])
  for (const [, { image }] of foreign) expect(image).toMatch(/:\d+\.\d+/)
})

test.each(services)('%s waits for what can tell', (_name, { depends_on }) => {
  for (const [name, { condition }] of Object.entries(depends_on)) {
    const { healthcheck, restart } = named(name)
    if (condition === 'service_healthy') expect(healthcheck, name).toBeDefined()
    else expect(restart, name).toBe('no')
  }
})

test.each(services)('the volumes of %s are there', (_name, { volumes }) => {
  for (const volume of volumes) {
    const [source = ''] = volume.split(':')
    const isThere = source.startsWith('.')
      ? existsSync(join(PROJECT_ROOT, source))
      : source in COMPOSE.volumes
    expect(isThere, source).toBe(true)
  }
})

test('all agree on the ports', () => {
  const { port } = configOf(NEEDED)
  const indexerPort = EXAMPLE.find(({ name }) => name === 'INDEXER_PORT')?.value
  expect(named('api').healthcheck?.test.join(' ')).toContain(`:${port}/readyz`)
  expect(named('indexer').healthcheck?.test.join(' ')).toContain(
    `:${indexerPort}/health`,
  )
  expect(CADDYFILE).toContain(`port ${port}`)
  expect(DOCKERFILE).toContain(`EXPOSE ${port}`)
})

test('the proxy is the only way in, and asks the API by its name', () => {
  const open = services.filter(([, { ports }]) => ports !== undefined)
  expect(open.map(([name]) => name)).toEqual(['proxy'])
  expect(CADDYFILE).toMatch(/dynamic a \{[^}]*^\s*name api$/m)
})

test('the proxy reaches the API, and nothing else', () => {
  const { networks } = named('proxy')
  expect(networks.filter((name) => !(name in COMPOSE.networks))).toEqual([])
  const reached = services.filter(([, other]) =>
    other.networks.some((name) => networks.includes(name)),
  )
  expect(reached.map(([name]) => name).sort()).toEqual(['api', 'proxy'])
  expect(named('api').networks).toContain('default')
})

test.each(['api', 'indexer'])('%s gets its time to stop', (name) => {
  const { init, stop_grace_period = '' } = named(name)
  expect(init).toBe(true)
  expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThan(10)
})
