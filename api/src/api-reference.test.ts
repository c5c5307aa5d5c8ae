import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, test } from 'vitest'
import { REFUSAL_CODES } from '#core/refusals.ts'
import { SITE } from '#testing/chain/test-wallet.ts'
import { newOperator } from '#testing/player/test-operator.ts'
import { mountedRoutes } from '#testing/server/mounted-routes.ts'
import { preparedCall } from '#testing/server/prepared-call.ts'
import { openRacesServer } from '#testing/server/races-server.ts'
import {
  answerCheck,
  listCalls,
  send,
  servedDocument,
} from '#testing/server/reference-calls.ts'
import { TestClient } from '#testing/server/test-client.ts'

/** Need a chain: api-reference.chain.test.ts calls them. */
const ON_CHAIN = [
  'post /api/wallet/generate',
  'post /api/wallet/recheck',
  'post /api/rpc',
  'get /api/anchors/leaf',
  'get /api/anchors/leaves',
  'get /api/operator/deposits/{id}',
  'post /api/operator/deposits/{id}/recheck',
  'post /api/operator/deposits/{id}/decide',
  'get /api/operator/sweeps/{id}',
  'post /api/operator/sweeps/plan',
  'post /api/operator/sweeps',
]

const server = await openRacesServer({ env: { PUBLIC_URL: SITE.origin } })
const served = await servedDocument(server)
const calls = listCalls(served).filter(({ name }) => !ON_CHAIN.includes(name))
const expectFits = answerCheck(served)
const readers = {
  player: (await server.newPlayer()).client,
  operator: (await newOperator(server)).client,
}

beforeAll(() => server.open())

describe('the API reference', () => {
  test('is a valid OpenAPI 3.1 document', async () => {
    const { valid, errors } = await new Validator().validate(
      structuredClone(served),
    )
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    expect(served.openapi).toMatch(/^3\.1\./)
  })

  test('describes every route, and no other', () => {
    const described = listCalls(served).map(({ name }) => name)
    expect(described.toSorted()).toEqual(mountedRoutes(server).toSorted())
  })

  test('names each operation once', () => {
    const ids = Object.values(served.paths)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('names the routes of every refusal code', () => {
    const text = JSON.stringify(served.paths)
    const missing = REFUSAL_CODES.filter(
      (code) => !text.includes(`\`${code}\``),
    )
    expect(missing).toEqual([])
  })
})

describe('an example of the API reference', () => {
  test.each(calls)('$name answers as described', async (call) => {
    const { client, ...prepared } = await preparedCall(call, server, readers)
    expectFits(call, await send(client, prepared))
  })

  test('refuses visitors where players are required', async () => {
    const visitor = new TestClient(server.origin)
    const ofPlayers = listCalls(served).filter(({ forPlayers }) => forPlayers)
    const requests = ofPlayers.map(async (call) => {
      const { status, text } = await send(visitor, call)
      expect(status, `${call.name}: ${text}`).toBe(401)
    })
    await Promise.all(requests)
  })
})
