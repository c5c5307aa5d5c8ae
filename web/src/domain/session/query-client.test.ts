import {
  focusManager,
  onlineManager,
  QueryObserver,
} from '@tanstack/react-query'
import { expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { bea, refusal } from '#testing/page/players.ts'
import { stubServer } from '#testing/page/stub-server.ts'
import { getJson, sendJson } from '../../lib/api-client.ts'
import { createQueryClient } from './query-client.ts'
import { userQueryKey } from './user-query.ts'

const server = stubServer()

const bets = {
  queryKey: ['bets'],
  queryFn: () => getJson('/api/bets', z.array(z.string())),
}

function ask(client = createQueryClient()) {
  return client.fetchQuery(bets)
}

it('requests once, also when the answer is an error', async () => {
  server.answer('GET /api/bets', 500)
  await expect(ask()).rejects.toThrow('500')
  expect(server.received).toHaveLength(1)
})

it('never finds an answer stale, nor requests it again when the window is focused', async () => {
  server.answer('GET /api/bets', 200, ['one'])
  const client = createQueryClient()
  client.mount()
  onTestFinished(() => client.unmount())
  const observer = new QueryObserver(client, bets)
  onTestFinished(observer.subscribe(() => undefined))
  await expect.poll(() => observer.getCurrentResult().data).toEqual(['one'])
  await ask(client)
  await client.invalidateQueries({ ...bets, refetchType: 'none' })
  focusManager.setFocused(false)
  onTestFinished(() => focusManager.setFocused(undefined))
  focusManager.setFocused(true)
  // A request at the focus would come in before the second of these.
  await ask()
  await ask()
  expect(server.received).toHaveLength(3)
})

it('takes the player for signed out when any request says so', async () => {
  server.answer('GET /api/bets', 401, refusal('signed_out', 'Sign in first.'))
  const client = createQueryClient()
  client.setQueryData(userQueryKey, bea)
  await expect(ask(client)).rejects.toThrow('401')
  expect(client.getQueryData(userQueryKey)).toBeNull()
})

it('sends everything while the browser reports itself offline', async () => {
  server.answer('GET /api/bets', 200, ['one'])
  server.answer('POST /api/bets', 200)
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
  const client = createQueryClient()
  await expect(ask(client)).resolves.toEqual(['one'])
  const mutationFn = () => sendJson('POST', '/api/bets')
  await client.getMutationCache().build(client, { mutationFn }).execute(null)
  expect(server.received.map(({ route }) => route)).toEqual([
    'GET /api/bets',
    'POST /api/bets',
  ])
})
