import { expect, test } from 'vitest'
import { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { makeLogger } from '../logger.ts'

const lines: string[] = []
const log = makeLogger('info', { write: (line) => lines.push(line) })
const server = await openTestServer({ log, env: { TRUST_PROXY_HOPS: '1' } })
const visitor = new TestClient(server.origin)

async function report(type: string, body: unknown, address = '192.0.2.1') {
  const headers = { 'Content-Type': type, 'X-Forwarded-For': address }
  return (await visitor.post('/csp-reports', body, headers)).status
}

async function count(): Promise<number> {
  const { text } = await visitor.get('/metrics')
  return Number(/^csp_violations_total (\d+)$/m.exec(text)?.[1])
}

const logged = () =>
  lines.flatMap((line) => {
    const { msg, ...fields } = JSON.parse(line)
    return msg === 'csp.violated' ? fields : []
  })

const VALID = { 'csp-report': { 'blocked-uri': 'inline' } }

test('counts and logs reports of both kinds, without paths', async () => {
  const old = {
    'csp-report': {
      'document-uri': 'https://casino.example/verify/0198?secret=1',
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.example/x.js?player=Mallory',
    },
  }
  expect(await report('application/csp-report', old)).toBe(204)
  const body = { effectiveDirective: 'img-src', blockedURL: 'inline' }
  const reports = [
    { type: 'csp-violation', age: 1, url: 'https://casino.example/x', body },
  ]
  expect(await report('application/reports+json', reports)).toBe(204)
  expect(await count()).toBe(2)
  expect(logged()).toMatchObject([
    { directive: 'script-src-elem', blocked: 'https://evil.example' },
    { directive: 'img-src', blocked: 'inline' },
  ])
  expect(lines.join()).not.toMatch(/secret=|Mallory/)
})

test('refuses other bodies and large ones', async () => {
  const before = await count()
  expect(await report('application/csp-report', { anything: 1 })).toBe(400)
  expect(await report('application/json', { 'csp-report': {} })).toBe(400)
  const large = { 'csp-report': { 'blocked-uri': 'x'.repeat(9_000) } }
  expect(await report('application/csp-report', large)).toBe(413)
  expect(await count()).toBe(before)
})

test('accepts twenty reports a minute from a network', async () => {
  const statuses = []
  for (let sent = 0; sent < 21; sent += 1) {
    statuses.push(await report('application/csp-report', VALID, '192.0.2.9'))
  }
  expect(statuses.filter((status) => status === 204)).toHaveLength(20)
  expect(statuses.at(-1)).toBe(429)
})
