import { createServer } from 'node:http'
import express from 'express'
import { describe, expect, test } from 'vitest'
import type { RateLimit } from '#core/api/endpoint.ts'
import { SITE, TestWallet } from '#testing/chain/test-wallet.ts'
import { PASSWORD } from '#testing/player/test-player.ts'
import { listen } from '#testing/server/listen.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { errorHandler } from './error-handler.ts'
import { limitRequests } from './limit-requests.ts'
import { setPlayer } from './request-context.ts'

const LIMIT = {
  requests: 'questions',
  max: 2,
  windowMs: 60_000,
  per: 'network',
} as const

async function openLimited(per: RateLimit['per'] = 'network') {
  const app = express().set('trust proxy', 1)
  app.use(
    ({ path }, res, next) => {
      setPlayer(res, path)
      next()
    },
    limitRequests({ ...LIMIT, per }, ({ path }) => path === '/free'),
    (_req, res) => void res.json({}),
  )
  app.use(errorHandler(() => undefined))
  const visitor = new TestClient(await listen(createServer(app)))
  return (address: string, path = '/') =>
    visitor.get(path, { 'X-Forwarded-For': address })
}

describe('a limit of requests', () => {
  test('refuses further requests of one client only', async () => {
    const get = await openLimited()
    for (let sent = 0; sent < 2; sent += 1) {
      expect((await get('203.0.113.4')).status).toBe(200)
    }
    const { status, headers, body } = await get('203.0.113.4')
    expect(status).toBe(429)
    expect(headers.get('Retry-After')).toBe('60')
    const refusal = {
      code: 'too_many_requests',
      message: 'Too many questions from here. Try again in a minute.',
    }
    expect(body).toMatchObject(refusal)
    expect((await get('203.0.113.5')).status).toBe(200)
  })

  test('counts the addresses of an IPv6 network as one client', async () => {
    const get = await openLimited()
    const statuses: number[] = []
    for (const address of ['8:1::1', '8:1::2', '8:1::ffff', '8:2:300::1']) {
      statuses.push((await get(`2001:db${address}`)).status)
    }
    expect(statuses).toEqual([200, 200, 429, 200])
  })

  test('counts by player, without skipped requests', async () => {
    const get = await openLimited('player')
    const statuses: number[] = []
    for (const path of ['/a', '/a', '/a', '/b', '/free', '/free', '/free']) {
      statuses.push((await get(`203.0.113.${statuses.length}`, path)).status)
    }
    expect(statuses).toEqual([200, 200, 429, 200, 200, 200, 200])
  })
})

const server = await openTestServer({ env: { PUBLIC_URL: SITE.origin } })
const { client, username } = await server.newPlayer()

async function readLeft([method, path, body]: RequestLine) {
  const answer = await client.send(path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
  })
  const [, left] = /r=(\d+)/.exec(answer.headers.get('RateLimit') ?? '') ?? []
  const policy = answer.headers.get('RateLimit-Policy') ?? ''
  const [, limit, seconds] = /q=(\d+); w=(\d+)/.exec(policy) ?? []
  return { left: Number(left), limit: Number(limit), seconds: Number(seconds) }
}

type RequestLine = [method: 'get' | 'post' | 'put', path: string, body?: object]

const SECONDS_10_MINUTES = 600

test.each<[limit: number, seconds: number, ...RequestLine]>([
  [300, SECONDS_10_MINUTES, 'post', '/api/register', {}],
  [300, SECONDS_10_MINUTES, 'post', '/api/login', {}],
  [200, SECONDS_10_MINUTES, 'post', '/api/auth/siwe/nonce'],
  [300, SECONDS_10_MINUTES, 'post', '/api/auth/siwe/verify', {}],
  [300, SECONDS_10_MINUTES, 'post', '/api/auth/siwe/link', {}],
  [60, SECONDS_10_MINUTES, 'post', '/api/user/reset-balance'],
  [60, SECONDS_10_MINUTES, 'post', '/api/referral/track', {}],
  [60, SECONDS_10_MINUTES, 'post', '/api/referral/wallet', {}],
  [10, SECONDS_10_MINUTES, 'get', '/api/user/data'],
  [60, 60, 'put', '/api/fairness/client-seed', {}],
  [600, 60, 'get', '/api/verify/none'],
  [600, 60, 'get', '/api/fairness/commitments'],
])('accepts %i requests in %i s to %s %s', async (limit, seconds, ...line) => {
  const before = await readLeft(line)
  expect(before).toMatchObject({ limit, seconds })
  expect(before.left).toBeLessThan(limit)
  expect(await readLeft(line)).toEqual({ ...before, left: before.left - 1 })
})

test('does not count valid logins and wallet proofs as malformed', async () => {
  const proof = await new TestWallet().signProof(client, 'link')
  for (const [path, body] of [
    ['login', { username, password: PASSWORD }],
    ['auth/siwe/link', { ...proof, password: PASSWORD }],
  ] as const) {
    const { status, headers } = await client.post(`/api/${path}`, body)
    expect(status).toBe(200)
    expect(headers.get('RateLimit')).toBeNull()
  }
})
