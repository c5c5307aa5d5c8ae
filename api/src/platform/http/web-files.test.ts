import {
  mkdirSync,
  mkdtempSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const directory = mkdtempSync(join(tmpdir(), 'casino-web-'))
afterAll(() => rmSync(directory, { recursive: true }))

function write(path: string, content: string | Buffer): void {
  const file = join(directory, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

const withPolicy = (policy: string) =>
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}" />`
const OWN_POLICY = "default-src 'none'; script-src 'sha256-abc='"
const CHART_POLICY = `${OWN_POLICY}; connect-src 'self' https:; frame-src https:`
const BUILT = '// compressed by the build'
write('secret.txt', 'not for the web')
write('dist/index.html', '<!doctype html><title>Casino')
write('dist/docs.html', '<!doctype html><title>API reference')
write('dist/verify.html', withPolicy(OWN_POLICY))
write('dist/frames/chart.html', withPolicy(CHART_POLICY))
write('dist/assets/app-1a2b.js', '//'.padEnd(5_000, 'x'))
write('dist/assets/built-1a2b.js', BUILT)
write('dist/assets/built-1a2b.js.br', brotliCompressSync(BUILT))
write('dist/assets/built-1a2b.js.gz', gzipSync(BUILT))

const INDEX =
  '<!doctype html><head><meta name="description" content="before the build" /><title>before the build</title></head><div id="root"></div>'
const GENERAL = {
  image: '/social/general.jpg',
  code: [],
  requests: [],
  body: { visitor: '', player: '' },
}
const PAGES = [
  {
    path: '/',
    title: 'Casino',
    description: 'All of it.',
    ...GENERAL,
    body: { visitor: '<h1>Welcome</h1>', player: '<h1>Loading</h1>' },
  },
  {
    path: '/slots',
    title: 'Slots & more · Casino',
    description: 'Reels.',
    image: '/social/slots.jpg',
    code: ['/assets/slots-1a2b.js', '/assets/slots-3c4d.css'],
    requests: ['/api/user'],
    body: GENERAL.body,
  },
  {
    path: '/verify/:id',
    title: 'A "record" · Casino',
    description: 'Proofs.',
    ...GENERAL,
  },
]
write('described/index.html', INDEX)
write('described/social/slots.jpg', 'a picture')
write('described/pages.json', JSON.stringify(PAGES))

const server = await openTestServer({
  env: {
    WEB_DIR: join(directory, 'dist'),
    SITE_CHART: 'Charts https://charts.example/widget',
  },
})
const visitor = new TestClient(server.origin)
const describedApi = await server.startApi({
  env: {
    WEB_DIR: join(directory, 'described'),
    PUBLIC_URL: 'https://casino.example',
    TRUST_PROXY_HOPS: '1',
    WALLETCONNECT_PROJECT_ID: 'ab'.repeat(16),
  },
})
const described = new TestClient(describedApi.origin)

async function readPolicy(path: string, client = visitor): Promise<string> {
  const { headers } = await client.get(path)
  return headers.get('Content-Security-Policy') ?? ''
}

test.each([
  ['/', 'Casino'],
  ['/games/coinflip', 'Casino'],
  ['/verify/0198', 'Casino'],
  ['/no/such/page', 'Casino'],
  ['/docs', 'API reference'],
])('serves the page at %s with revalidation', async (path, title) => {
  const { status, text, headers } = await visitor.get(path)
  expect(status).toBe(200)
  expect(text).toContain(`<title>${title}`)
  expect(headers.get('Cache-Control')).toBe('no-cache')
})

test.each([
  ['/slots', 'Slots &amp; more · Casino', '/social/slots.jpg'],
  ['/Slots/', 'Slots &amp; more · Casino', '/social/slots.jpg'],
  ['/verify/0198', 'A &quot;record&quot; · Casino', '/social/general.jpg'],
  [
    '/verify/"><script>',
    'A &quot;record&quot; · Casino',
    '/social/general.jpg',
  ],
  ['/', 'Casino', '/social/general.jpg'],
  ['/no/such/page', 'Casino', '/social/general.jpg'],
])('adds title and preview to the page at %s', async (path, title, image) => {
  const { text } = await described.get(path)
  expect(text).toContain(`<title>${title}</title>`)
  expect(text).toContain(`<meta property="og:title" content="${title}" />`)
  const picture = `https://casino.example${image}`
  expect(text).toContain(`<meta property="og:image" content="${picture}" />`)
  expect(text).not.toContain('before the build')
  expect(text).not.toContain('"><script>')
})

test('names the URL of pages without parameters', async () => {
  const slots = await described.get('/Slots/')
  expect(slots.text).toContain('content="https://casino.example/slots"')
  const record = await described.get('/verify/0198')
  expect(record.text).not.toContain('og:url')
})

test('preloads the API requests and the code of a page', async () => {
  const { text } = await described.get('/slots')
  expect(text).toMatch(
    /href="\/api\/user".*modulepreload.*slots-1a2b\.js.*slots-3c4d\.css/s,
  )
  const other = await described.get('/')
  expect(other.text).not.toMatch(/\/assets\/slots|\/api\/user/)
})

test.each([
  ['of visitors', '/', {}, '<h1>Welcome</h1>'],
  ['of players', '/', { Cookie: 'signed_in=yes' }, '<h1>Loading</h1>'],
  ['of no page', '/no/such/page', {}, ''],
])('shows the body %s before scripts run', async (_, path, headers, body) => {
  const page = await fetch(new URL(path, describedApi.origin), { headers })
  expect(await page.text()).toContain(`<div id="root">${body}</div>`)
})

test('answers 304 until a new build', async () => {
  const { headers } = await described.get('/slots')
  const known = {
    headers: {
      'If-None-Match': headers.get('ETag') ?? '',
      // Otherwise fetch sends `no-cache`.
      'Cache-Control': 'max-age=0',
    },
  }
  const head = await described.send('/slots', { method: 'HEAD' })
  expect([head.status, head.text]).toEqual([200, ''])
  expect(head.headers.get('ETag')).toBe(headers.get('ETag'))
  const unchanged = await described.send('/slots', known)
  expect([unchanged.status, unchanged.text]).toEqual([304, ''])
  write('described/index.html', `${INDEX}<p>new`)
  utimesSync(join(directory, 'described/index.html'), 1, 1)
  const { status, text } = await described.send('/slots', known)
  expect(status).toBe(200)
  expect(text).toContain('<p>new')
})

test.each(['/', '/docs', '/verify.html', '/docs/openapi.json'])(
  'compresses %s and resends it only after a change',
  async (path) => {
    const full = await visitor.get(path)
    expect(full.headers.get('Content-Encoding')).toBe('gzip')
    const known = {
      'If-None-Match': full.headers.get('ETag') ?? '',
      'Cache-Control': 'max-age=0',
    }
    const again = await visitor.get(path, known)
    expect([again.status, again.text]).toEqual([304, ''])
  },
)

test('lets other sites embed preview pictures', async () => {
  const { headers } = await described.get('/social/slots.jpg')
  expect(headers.get('Content-Type')).toBe('image/jpeg')
  expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
})

test('serves compressed assets as immutable', async () => {
  const fetchFile = (path: string, encoding: string) =>
    visitor.send(path, { headers: { 'Accept-Encoding': encoding } })
  const short = await fetchFile('/assets/built-1a2b.js', 'gzip, br')
  expect(short.headers.get('Content-Encoding')).toBe('br')
  expect(short.headers.get('Content-Type')).toMatch(/^text\/javascript/)
  expect(short.headers.get('Vary')).toContain('Accept-Encoding')
  const plain = await fetchFile('/assets/built-1a2b.js', 'identity')
  expect(plain.headers.get('Content-Encoding')).toBeNull()
  const older = await fetchFile('/assets/built-1a2b.js', 'gzip')
  expect([short, plain, older].map((file) => file.text)).toEqual([
    BUILT,
    BUILT,
    BUILT,
  ])
  expect(older.headers.get('Content-Encoding')).toBe('gzip')
  for (const { headers } of [short, plain, older]) {
    expect(headers.get('Cache-Control')).toContain('immutable')
  }
})

test.each([
  ['GET', '/assets/app-0000.js'],
  ['GET', '/api/no/such/thing'],
  ['DELETE', '/'],
  ['POST', '/'],
  ['PATCH', '/'],
])('answers %s %s without a page', async (method, path) => {
  const { status, body } = await visitor.send(path, { method })
  expect(status).toBe(404)
  expect(body).toMatchObject({ code: 'not_found' })
})

test('serves nothing outside its folder', async () => {
  for (const path of [
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/%2e%2e%5csecret.txt',
  ]) {
    expect((await visitor.get(path)).text).not.toContain('not for the web')
  }
})

test('allows pages only their own scripts, and no framing', async () => {
  const { headers } = await visitor.get('/')
  const policy = headers.get('Content-Security-Policy')
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("object-src 'none'")
  expect(policy).not.toContain('https:')
  expect(policy).not.toContain('upgrade-insecure-requests')
  expect(headers.get('Strict-Transport-Security')).toBeNull()
})

test('gives two pages their own policies', async () => {
  expect(await readPolicy('/verify.html')).toBe(
    `${OWN_POLICY}; frame-ancestors 'none'`,
  )
  expect(await readPolicy('/frames/chart.html')).toBe(
    `${CHART_POLICY}; frame-ancestors 'self', connect-src 'self' https://charts.example https://*.charts.example; frame-src https://charts.example https://*.charts.example`,
  )
  for (const path of ['/', '/verify/0198', '/chart', '/assets/app-1a2b.js']) {
    expect(await readPolicy(path)).toContain("script-src 'self';")
    expect(await readPolicy(path)).not.toContain('charts.example')
  }
  const missing = await readPolicy('/frames/none.html')
  expect(missing).not.toContain('charts.example')
})

test('reports violations of the policy of pages to the API', async () => {
  const { headers } = await visitor.get('/')
  expect(headers.get('Content-Security-Policy')).toContain(
    'report-uri /csp-reports;report-to csp',
  )
  expect(headers.get('Reporting-Endpoints')).toBe('csp="/csp-reports"')
})

test('sends HSTS over https', async () => {
  const { headers } = await described.get('/')
  expect(headers.get('Strict-Transport-Security')).toContain('max-age=')
  expect(headers.get('Content-Security-Policy')).toContain(
    'upgrade-insecure-requests',
  )
})

test('allows pages to connect only to WalletConnect, where configured', async () => {
  const closed = await readPolicy('/')
  expect(closed).toMatch(/connect-src 'self'(;|$)/)
  expect(closed).toMatch(/frame-src 'self'(;|$)/)
  const open = await readPolicy('/', described)
  expect(open).toMatch(
    /connect-src 'self' wss:\/\/relay\.walletconnect\.org https:\/\/api\.web3modal\.org(;|$)/,
  )
  expect(open).toMatch(
    /frame-src 'self' https:\/\/verify\.walletconnect\.org(;|$)/,
  )
})
