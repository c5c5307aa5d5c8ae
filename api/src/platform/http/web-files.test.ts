import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { TestClient } from '../../testing/test-client.ts'
import { openTestHouse } from '../../testing/test-house.ts'

const directory = mkdtempSync(join(tmpdir(), 'casino-web-'))
afterAll(() => rmSync(directory, { recursive: true }))
const webDir = join(directory, 'dist')
mkdirSync(join(webDir, 'assets'), { recursive: true })
writeFileSync(join(directory, 'secret.txt'), 'not for the web')
writeFileSync(join(webDir, 'index.html'), '<!doctype html><title>Casino')
const OWN_POLICY = "default-src 'none'; script-src 'sha256-abc='"
writeFileSync(
  join(webDir, 'verify.html'),
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="${OWN_POLICY}" />`,
)
const CHART_POLICY = `${OWN_POLICY}; frame-src https://charts.example`
mkdirSync(join(webDir, 'frames'))
writeFileSync(
  join(webDir, 'frames', 'chart.html'),
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="${CHART_POLICY}" />`,
)
writeFileSync(join(webDir, 'assets', 'app-1a2b.js'), '//'.padEnd(5_000, 'x'))

const house = await openTestHouse({ env: { WEB_DIR: webDir } })
const visitor = new TestClient(house.origin)

test.each(['/', '/games/coinflip', '/verify/0198', '/no/such/page'])(
  '%s is a page of the app, asked for anew each time',
  async (path) => {
    const { status, text, headers } = await visitor.get(path)
    expect(status).toBe(200)
    expect(text).toContain('<title>Casino')
    expect(headers.get('Cache-Control')).toBe('no-cache')
  },
)

test('built files are compressed and kept for good', async () => {
  const { status, headers } = await visitor.get('/assets/app-1a2b.js')
  expect(status).toBe(200)
  expect(headers.get('Content-Encoding')).toMatch(/gzip|br/)
  expect(headers.get('Cache-Control')).toContain('immutable')
})

test('a built file that is gone is no page', async () => {
  const { status, text } = await visitor.get('/assets/app-0000.js')
  expect(status).toBe(404)
  expect(text).not.toContain('<title>')
})

test('an unknown path of the API is no page', async () => {
  const { status, body } = await visitor.get('/api/no/such/thing')
  expect(status).toBe(404)
  expect(body).toMatchObject({ code: 'not_found' })
})

test.each(['DELETE', 'POST', 'PATCH'])(
  '%s of a page is refused in our own words',
  async (method) => {
    const { status, body } = await visitor.send('/', { method })
    expect(status).toBe(404)
    expect(body).toMatchObject({ code: 'not_found' })
  },
)

test('so is a target that is no path', async () => {
  const { hostname, port } = new URL(house.origin)
  const asterisk = request({ hostname, port, path: '*' }).end()
  const [response] = await once(asterisk, 'response')
  expect(response.statusCode).toBe(404)
  expect(JSON.parse((await response.toArray()).join(''))).toMatchObject({
    code: 'not_found',
  })
})

test.each([
  '/..%2fsecret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/assets/%2e%2e/%2e%2e/secret.txt',
  '/%2e%2e%5csecret.txt',
])('%s leads nowhere outside', async (path) => {
  const { text } = await visitor.get(path)
  expect(text).not.toContain('not for the web')
})

test('pages run only our own scripts and can not be framed', async () => {
  const { headers } = await visitor.get('/')
  const policy = headers.get('Content-Security-Policy')
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("object-src 'none'")
  expect(policy).not.toContain('upgrade-insecure-requests')
  expect(headers.get('Strict-Transport-Security')).toBeNull()
})

test('verify.html runs by its own policy, and no other page does', async () => {
  const policyOf = async (path: string) =>
    (await visitor.get(path)).headers.get('Content-Security-Policy')
  expect(await policyOf('/verify.html')).toBe(
    `${OWN_POLICY}; frame-ancestors 'none'`,
  )
  for (const path of ['/', '/verify/0198', '/assets/app-1a2b.js']) {
    expect(await policyOf(path)).toContain("script-src 'self';")
  }
})

test('third parties are allowed in their own frame alone, which only the site may embed', async () => {
  const policyOf = async (path: string) =>
    (await visitor.get(path)).headers.get('Content-Security-Policy')
  expect(await policyOf('/frames/chart.html')).toBe(
    `${CHART_POLICY}; frame-ancestors 'self'`,
  )
  for (const path of ['/', '/chart', '/frames/none.html', '/verify.html']) {
    expect(await policyOf(path)).not.toContain('charts.example')
  }
})

test('behind https browsers are told to stay there', async () => {
  const secure = await house.startApi({
    env: {
      WEB_DIR: webDir,
      PUBLIC_URL: 'https://casino.example',
      TRUST_PROXY_HOPS: '1',
    },
  })
  const { headers } = await new TestClient(secure.origin).get('/')
  expect(headers.get('Strict-Transport-Security')).toContain('max-age=')
  expect(headers.get('Content-Security-Policy')).toContain(
    'upgrade-insecure-requests',
  )
})

test('pages talk to nobody else, but to WalletConnect where that is asked for', async () => {
  const env = { WEB_DIR: webDir, WALLETCONNECT_PROJECT_ID: 'ab'.repeat(16) }
  const withPhones = await house.startApi({ env })
  const policyOf = async (client: TestClient) =>
    (await client.get('/')).headers.get('Content-Security-Policy')
  const closed = await policyOf(visitor)
  expect(closed).toMatch(/connect-src 'self'(;|$)/)
  expect(closed).toMatch(/frame-src 'self'(;|$)/)
  const open = await policyOf(new TestClient(withPhones.origin))
  expect(open).toMatch(
    /connect-src 'self' wss:\/\/relay\.walletconnect\.org https:\/\/api\.web3modal\.org(;|$)/,
  )
  expect(open).toMatch(
    /frame-src 'self' https:\/\/verify\.walletconnect\.org(;|$)/,
  )
})
