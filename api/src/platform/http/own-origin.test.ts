import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { ownOrigin } from './own-origin.ts'

function isOwn(site: string, headers: Record<string, string>): boolean {
  const req = new IncomingMessage(new Socket())
  Object.assign(req.headers, headers)
  return ownOrigin(new URL(site))(req)
}

const LOCAL = 'http://localhost:3000'
const PUBLIC = 'https://casino.example'

test.each([
  [LOCAL, 'http://localhost:3000', 'localhost:3000'],
  [LOCAL, 'http://127.0.0.1:3000', '127.0.0.1:3000'],
  [LOCAL, 'http://[::1]:3000', '[::1]:3000'],
  [LOCAL, 'http://localhost:5173', 'localhost:5173'],
  [PUBLIC, 'https://casino.example', 'casino.example'],
  [PUBLIC, 'https://casino.example', 'api:3000'],
])('%s takes %s for its own under Host %s', (site, origin, host) => {
  expect(isOwn(site, { origin, host })).toBe(true)
})

test.each([
  [LOCAL, 'https://localhost:3000', 'localhost:3000'],
  [LOCAL, 'http://localhost:8080', 'localhost:3000'],
  [LOCAL, 'http://127.0.0.1:1', '127.0.0.1:3000'],
  [LOCAL, 'http://rebound.example:3000', 'rebound.example:3000'],
  [LOCAL, 'http://localhost:3000.evil.example', 'localhost:3000'],
  [LOCAL, 'http://localhost:3000@evil.example', 'localhost:3000'],
  [LOCAL, 'http://localhost:3000/path', 'localhost:3000'],
  [LOCAL, 'null', 'localhost:3000'],
  [LOCAL, 'nonsense', 'localhost:3000'],
  [PUBLIC, 'http://casino.example', 'casino.example'],
  [PUBLIC, 'https://rebound.example', 'rebound.example'],
  [PUBLIC, 'https://casino.example.evil', 'casino.example.evil'],
  [PUBLIC, 'http://localhost:3000', 'localhost:3000'],
])('%s takes %s for foreign, whatever Host says (%s)', (site, origin, host) => {
  expect(isOwn(site, { origin, host })).toBe(false)
  const claimed = { origin, host, 'sec-fetch-site': 'same-origin' }
  expect(isOwn(site, claimed)).toBe(false)
})

test('takes clients without an Origin, which are no browsers', () => {
  expect(isOwn(PUBLIC, { host: 'casino.example' })).toBe(true)
})

test.each([
  ['same-origin', true],
  ['none', true],
  ['same-site', false],
  ['cross-site', false],
  ['next-door', false],
])('Sec-Fetch-Site: %s alone decides: %s', (site, isTaken) => {
  const headers = { host: 'casino.example', 'sec-fetch-site': site }
  expect(isOwn(PUBLIC, headers)).toBe(isTaken)
})
