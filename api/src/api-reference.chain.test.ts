import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import { sportsSeason } from '#core/api/sports.ts'
import { openUnindexedServer } from '#testing/chain/chain-server.ts'
import { mountedRoutes } from '#testing/server/mounted-routes.ts'
import {
  answerCheck,
  listCalls,
  type ReferenceCall,
  send,
  servedDocument,
} from '#testing/server/reference-calls.ts'

const server = await openUnindexedServer({ env: { ANCHOR_EVERY_SECONDS: '1' } })
const { GUMBY } = server.chain.deployment.tokens
const served = await servedDocument(server)
const calls = listCalls(served)
const expectFits = answerCheck(served)

function named(name: string): ReferenceCall {
  const call = calls.find((one) => one.name === name)
  if (!call) throw new Error(`The reference has no ${name}`)
  return call
}

test('describes every route of an API with deposits', () => {
  const described = calls.map(({ name }) => name)
  expect(described).toContain('post /api/wallet/faucet')
  expect(described.toSorted()).toEqual(mountedRoutes(server).toSorted())
})

test('answers examples that need a chain as described', async () => {
  const { client, wallet } = await server.newDepositor()
  const paid = await server.chain.payToken(GUMBY, wallet, parseEther('150'))
  for (const name of [
    'post /api/wallet/generate',
    'get /api/wallet/info',
    'post /api/wallet/faucet',
    'post /api/rpc',
  ]) {
    const call = named(name)
    expectFits(call, await send(client, call))
  }
  const recheck = named('post /api/wallet/recheck')
  const body = { txHash: paid.transactionHash }
  expectFits(recheck, await send(client, { ...recheck, body }))
})

test('answers the anchor of a commitment as described', async () => {
  const { client } = await server.newPlayer()
  const seasonNow = async () => {
    const { body } = await client.get('/api/sports/season')
    return sportsSeason.parse(body).season
  }
  await expect.poll(seasonNow).not.toBeNull()
  const hash = (await seasonNow())?.seedHash ?? ''
  const call = named('get /api/anchors/leaf')
  const request = { ...call, query: { ...call.query, hash } }
  const look = () => send(client, request)
  await expect.poll(async () => (await look()).status).toBe(200)
  expectFits(call, await look())
  const leaves = named('get /api/anchors/leaves')
  expectFits(leaves, await send(client, leaves))
})
