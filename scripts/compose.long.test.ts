import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assert } from '#core/assert.ts'
import { MINUTE_MS } from '#core/durations.ts'
import { FLIP_PATH, flipHeads, waitForOutcome } from '#testing/browser/flip.ts'
import { openPage } from '#testing/browser/open-page.ts'
import {
  generateWallet,
  openGame,
  PASSWORD,
  readBalance,
} from '#testing/browser/player.ts'
import { waitForProof, waitForRecord } from '#testing/browser/wait-for.ts'
import { OPERATOR_KEY } from '#testing/chain/operator-key.ts'
import {
  ComposeProject,
  compose,
  docker,
  killProgram,
  openToContainers,
} from '#testing/process/compose-project.ts'
import {
  type StartedScript,
  startScript,
  stopScript,
} from '#testing/process/run-script.ts'
import { freePort } from './process/ports.ts'
import { PROJECT_ROOT } from './product/launch-config.ts'

const SERVICES = ['postgres', 'indexer', 'api', 'proxy'] as const
const TIMEOUT_MS = 10 * MINUTE_MS
const HEALTHY = { timeout: 5 * MINUTE_MS, interval: 500 }
/** Roles of the connections from other containers. */
const CONNECTED = `SELECT DISTINCT usename FROM pg_stat_activity
  WHERE client_addr IS NOT NULL ORDER BY usename`
/** Builds include two installations of npm packages. */
const BUILD_WITHIN_MS = 40 * MINUTE_MS

const folder = mkdtempSync(join(tmpdir(), 'casino-compose-'))
const secrets = join(folder, 'secrets')
const envFile = join(folder, 'env')
const release = `test-${randomBytes(4).toString('hex')}`
const project = new ComposeProject(`casino-${release}`, envFile)
let baseURL = ''
let chain: StartedScript | undefined
let tunnel: Awaited<ReturnType<typeof openToContainers>> | undefined
/** The player of the first test. */
let username = ''
const settings: Record<string, string | number> = {}

const WITH_DOCKER = { skip: !compose, timeout: TIMEOUT_MS }

describe('docker-compose.yml, where Docker runs', WITH_DOCKER, () => {
  beforeAll(async () => {
    const [port, httpsPort, chainPort] = [
      await freePort(),
      await freePort(),
      await freePort(),
    ]
    baseURL = `http://localhost:${port}`
    chain = startScript('chain.ts', { CHAIN_PORT: String(chainPort) })
    await chain.waitFor(/Chain 31337/)
    tunnel = await openToContainers(chainPort)
    createSecrets()
    Object.assign(settings, {
      PUBLIC_URL: baseURL,
      HTTP_PORT: port,
      HTTPS_PORT: httpsPort,
      SECRETS_DIR: secrets,
      RPC_URL: `http://${tunnel.host}:${chainPort}`,
    })
    setRelease(release)
  })

  afterAll(async () => {
    await project.compose('down', '--volumes')
    const built = ['--filter', `reference=casino*:${release}*`]
    const tags = ['--format', '{{.Repository}}:{{.Tag}}']
    const images = await docker('images', ...built, ...tags)
    await docker('rmi', ...images.trim().split('\n'))
    tunnel?.server.close()
    if (chain) await stopScript(chain)
    rmSync(folder, { recursive: true })
  }, 5 * MINUTE_MS)

  test('the images build, and all services become healthy', {
    timeout: BUILD_WITHIN_MS,
  }, async () => {
    await project.compose('build')
    await project.compose('run', '--rm', 'contracts')
    await project.compose('up', '-d')
    await allHealthy()
  })

  test('two API processes serve a browser that bets, verifies its round and deposits', async () => {
    expect(await project.containers('api')).toHaveLength(2)
    const page = await openPage({ baseURL })
    const player = await openGame(page, '/coinflip')
    username = player.username
    const flip = await flipHeads(page)
    await waitForOutcome(page, flip)
    await waitForProof(page, player, flip.transactionId)
    await waitForRecord(page, flip.transactionId)

    await generateWallet(page)
    const before = await readBalance(page)
    const deposit = ['scripts/deposit.ts', username, '0.05']
    const printed = await project.exec('api', 'node', ...deposit)
    expect(printed).toContain('Credited 5000 coins.')
    expect(await readBalance(page)).toBe(before + 5_000)
  })

  test('the API and the indexer own no table of the ledger, which refuses changes', async () => {
    const ownersOf = (schema: string) => `SELECT DISTINCT tableowner
      FROM pg_tables WHERE schemaname ~ '${schema}'`
    expect(await queryAs('casino', CONNECTED)).toBe('casino_api casino_indexer')
    expect(await queryAs('casino', ownersOf('^public$'))).toBe('casino')
    const indexed = ownersOf('^(indexer_|ponder_)')
    expect(await queryAs('casino', indexed)).toBe('casino_indexer')

    const denied = queryAs('casino_indexer', 'SELECT FROM users')
    await expect(denied).rejects.toThrow('permission denied')
    for (const [statement, refusal] of [
      ['UPDATE transactions SET amount = 1', 'append-only'],
      ['DELETE FROM transactions', 'append-only'],
      ['ALTER TABLE transactions DISABLE TRIGGER ALL', 'must be owner'],
      ['CREATE TABLE mine (id int)', 'permission denied'],
    ] as const) {
      const changed = queryAs('casino_api', statement)
      await expect(changed, statement).rejects.toThrow(refusal)
    }
  })

  test.each(SERVICES)(
    '%s runs without root, within limits',
    async (service) => {
      for (const { Config, HostConfig } of await project.containers(service)) {
        expect(Config.User).toMatch(/^(node|postgres|1000:1000)$/)
        expect(HostConfig).toMatchObject({
          ReadonlyRootfs: true,
          CapAdd: service === 'proxy' ? ['NET_BIND_SERVICE'] : null,
          CapDrop: ['ALL'],
          SecurityOpt: ['no-new-privileges:true'],
          Memory: expect.any(Number),
          PidsLimit: 200,
          RestartPolicy: { Name: 'unless-stopped' },
          LogConfig: { Config: { 'max-size': '10m', 'max-file': '5' } },
        })
        expect(HostConfig.Memory).toBeGreaterThan(0)
        expect(HostConfig.NanoCpus).toBeGreaterThan(0)
      }
    },
  )

  test('no environment of a container has a secret', async () => {
    const values = readdirSync(secrets)
      .map((name) => readFileSync(join(secrets, name), 'utf8').trim())
      .filter((value) => value !== '')
    expect(values).toHaveLength(7)
    for (const service of SERVICES) {
      for (const { Config } of await project.containers(service)) {
        const shown = Config.Env.join('\n')
        expect(values.filter((value) => shown.includes(value))).toEqual([])
      }
    }
  })

  test.each(SERVICES)(
    '%s restarts when killed, and players go on',
    async (service) => {
      const page = await signedIn()
      const [killed] = await project.containers(service)
      assert(killed !== undefined, 'the service has a container')
      await killProgram(killed)
      await expect.poll(() => flips(page), HEALTHY).toBe(true)
      const restarts = async () => {
        const all = await project.containers(service)
        return all.find(({ Id }) => Id === killed.Id)?.RestartCount
      }
      await expect.poll(restarts, HEALTHY).toBe(killed.RestartCount + 1)
      await allHealthy()
    },
  )

  test('an upgrade migrates the database before the API starts, and keeps sessions', async () => {
    const page = await signedIn()
    await buildNextRelease()
    await project.compose('stop', 'proxy', 'api')
    setRelease(`${release}-next`)
    await project.compose('up', '-d')
    await allHealthy()
    const added = await queryAs(
      'casino_api',
      'SELECT count(*) FROM next_release',
    )
    expect(added).toBe('0')
    expect(await flips(page)).toBe(true)
  })

  test('all services stop by themselves, and start again with their data and a new password', async () => {
    const page = await signedIn()
    const balance = await readBalance(page)
    await project.compose('stop')
    for (const service of SERVICES) {
      for (const { State } of await project.containers(service)) {
        expect(State, service).toMatchObject({ Status: 'exited', ExitCode: 0 })
      }
    }
    await project.compose('down')
    const url = new URL(readFileSync(join(secrets, 'api-database-url'), 'utf8'))
    url.password = randomBytes(16).toString('hex')
    replaceSecret('api-database-url', url.href)
    await project.compose('up', '-d')
    await allHealthy()
    expect(await readBalance(page)).toBe(balance)
    await project.exec('api', 'node', 'scripts/ledger-audit.ts')
  })
})

/** Runs the commands of docs/containers.md, and sets the key of a local chain. */
function createSecrets(): void {
  const page = readFileSync(join(PROJECT_ROOT, 'docs/containers.md'), 'utf8')
  const [, commands = ''] = /```sh\n(\s*mkdir [^`]*)```/.exec(page) ?? []
  execFileSync('sh', ['-ec', commands], { cwd: folder })
  replaceSecret('operator-private-key', OPERATOR_KEY)
}

function replaceSecret(name: string, value: string): void {
  const file = join(secrets, name)
  rmSync(file)
  writeFileSync(file, value, { mode: 0o444 })
}

function setRelease(tag: string): void {
  const lines = Object.entries({ ...settings, RELEASE: tag }).map(
    ([name, value]) => `${name}=${value}\n`,
  )
  writeFileSync(envFile, lines.join(''))
}

/** Builds images that have one more migration than this release. */
async function buildNextRelease(): Promise<void> {
  const context = join(folder, 'next')
  const meta = join(context, 'migrations/meta')
  mkdirSync(meta, { recursive: true })
  const migrations = join(PROJECT_ROOT, 'api/migrations')
  const journal = readFileSync(join(migrations, 'meta/_journal.json'), 'utf8')
  const { entries, ...rest } = JSON.parse(journal)
  const last = entries.at(-1)
  const next = { ...last, idx: last.idx + 1, when: last.when + 1, tag: 'next' }
  writeFileSync(
    join(meta, '_journal.json'),
    JSON.stringify({ ...rest, entries: [...entries, next] }),
  )
  const statement = 'CREATE TABLE next_release (id bigint PRIMARY KEY);'
  writeFileSync(join(context, 'migrations/next.sql'), statement)
  const lines = `FROM casino:${release}\nCOPY migrations api/migrations\n`
  writeFileSync(join(context, 'Dockerfile'), lines)
  await docker('build', '--tag', `casino:${release}-next`, context)
  const proxy = `casino-proxy:${release}`
  await docker('tag', proxy, `${proxy}-next`)
}

/** Runs a statement in a role of the database, and returns its rows. */
async function queryAs(role: string, sql: string): Promise<string> {
  const psql = ['psql', '-U', role, '-d', 'casino', '-tAc', sql]
  const rows = await project.exec('postgres', ...psql)
  return rows.trim().replaceAll('\n', ' ')
}

/** Opens a page of the player of the first test. */
async function signedIn(): Promise<Page> {
  const page = await openPage({ baseURL })
  const data = { username, password: PASSWORD }
  const answer = await page.request.post('/api/login', { data })
  expect(answer.status()).toBe(200)
  return page
}

/** Bets a coin. @returns false unless the bet is answered */
async function flips(page: Page): Promise<boolean> {
  const data = { betAmount: 1, choice: 'heads' }
  const answer = await page.request.post(FLIP_PATH, { data }).catch(() => null)
  return answer?.status() === 200
}

async function allHealthy(): Promise<void> {
  for (const service of SERVICES) {
    const isHealthy = () => project.isHealthy(service)
    await expect.poll(isHealthy, { ...HEALTHY, message: service }).toBe(true)
  }
}
