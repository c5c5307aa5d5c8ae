import { onlineManager } from '@tanstack/react-query'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { bea, refusal } from '#testing/page/players.ts'
import { stubServer } from '#testing/page/stub-server.ts'
import { call } from '../lib/call.ts'
import { createQueryClient } from './query-client.ts'
import { userQueryKey } from './user-query.ts'

const server = stubServer()

const path = '/api/bets'
const answer = z.array(z.string())
const bets = {
  queryKey: ['bets'],
  queryFn: () => call({ method: 'get', path, answer }),
}

function query(client = createQueryClient()) {
  return client.fetchQuery(bets)
}

test('requests once, even after an error', async () => {
  server.answer('GET /api/bets', 500)
  await expect(query()).rejects.toThrow('500')
  expect(server.received).toHaveLength(1)
})

test('signs the player out when any request is refused as signed out', async () => {
  server.answer('GET /api/bets', 401, refusal('signed_out', 'Sign in first.'))
  const client = createQueryClient()
  client.setQueryData(userQueryKey, bea)
  await expect(query(client)).rejects.toThrow('401')
  expect(client.getQueryData(userQueryKey)).toBeNull()
})

test('sends requests even while the browser reports itself offline', async () => {
  server.answer('GET /api/bets', 200, ['one'])
  server.answer('POST /api/bets', 200)
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
  const client = createQueryClient()
  await expect(query(client)).resolves.toEqual(['one'])
  const mutationFn = () => call({ method: 'post', path })
  await client.getMutationCache().build(client, { mutationFn }).execute(null)
  expect(server.received.map(({ route }) => route)).toEqual([
    'GET /api/bets',
    'POST /api/bets',
  ])
})
