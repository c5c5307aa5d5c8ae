import { assert, expect, test } from 'vitest'
import { checkSalt } from '#core/evidence/on-chain.ts'
import { parsedRaceRecord } from '#core/evidence/race-record.ts'
import { recordFailure } from '#core/evidence/verify.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { freshChain } from '#testing/chain/shared-chains.ts'
import { startNode, toAnswer } from '#testing/chain/test-node.ts'
import { openRacesServer } from '#testing/server/races-server.ts'
import { openChain } from '../../../platform/chain/nodes/chain.ts'
import { makeLogger } from '../../../platform/logger.ts'
import { chainSalts } from './salt-source.ts'

const harness = await freshChain()
const { chainId, genesisHash } = harness.deployment
const salts = await readSalts(harness.env.RPC_URL)
const server = await openRacesServer({}, { salts, openMs: 1_500 })

async function readSalts(...rpcUrls: string[]) {
  const { deployment } = harness
  const log = makeLogger('silent')
  return chainSalts(await openChain({ rpcUrls, deployment }, { log }))
}

async function readBlock(number: number) {
  const block = await harness.client.getBlock({ blockNumber: BigInt(number) })
  return { number, hash: block.hash, timestamp: Number(block.timestamp) }
}

test("keeps the local chain's clock on time under many transactions", async () => {
  for (let block = 0; block < 20; block += 1) {
    await harness.pay(harness.operator, 1n)
  }
  const { timestamp } = await salts.head()
  expect(timestamp * 1_000).toBeLessThanOrEqual(Date.now())
})

test('finds the first block after a time at any chain height', async () => {
  const { number: before, timestamp } = await salts.head()
  const { client } = harness
  await client.setNextBlockTimestamp({ timestamp: BigInt(timestamp + 1) })
  await harness.mine(20)
  const salt = await salts.findBlockAfter(timestamp * 1_000)
  expect(salt).toEqual({
    chainId,
    genesisHash,
    ...(await readBlock(before + 1)),
  })
  const first = { chainId, genesisHash, ...(await readBlock(0)) }
  expect(await salts.findBlockAfter(0)).toEqual(first)
  const head = await salts.head()
  const none = await salts.findBlockAfter(head.timestamp * 1_000)
  expect(none).toBeUndefined()
})

test('returns the head of the most advanced node', async () => {
  const answer = toAnswer(harness.env.RPC_URL)
  const lagging = await startNode(({ method, params: [block, ...more] }) =>
    answer({ method, params: [block === 'latest' ? '0x1' : block, ...more] }),
  )
  const both = await readSalts(lagging.url, harness.env.RPC_URL)
  expect(await both.head()).toEqual(await salts.head())
  lagging.close()
})

test('salts a race with the recorded block and rejects altered records', async () => {
  await server.open()
  const mining = setInterval(() => void harness.mine(1), 250)
  const { id } = await server.reach('running').finally(() => {
    clearInterval(mining)
  })
  await server.passTime()
  await server.reach('settled')
  const { client } = await server.newPlayer()
  const { body } = await client.get(`/api/verify/${id}`)
  const record = parsedRaceRecord(body).data ?? assert.fail()
  expect(recordFailure(nobleHashes, record)).toBeUndefined()

  const { gameData } = record
  const { rulesVersion, closedAtMs, saltBlock } = gameData
  if (!saltBlock) assert.fail()
  const answer = toAnswer(harness.env.RPC_URL)
  const readFound = (claim: object, block: object = {}) => {
    const claimed = { ...saltBlock, ...block }
    return checkSalt(
      async (method, params) => {
        const reply = await answer({ method, params })
        return 'result' in reply ? reply.result : assert.fail()
      },
      { rulesVersion, closedAtMs, saltBlock: claimed, ...claim },
    )
  }
  expect(await readFound({})).toMatchObject({ status: 'proven' })
  await harness.mine(1)
  const later = await readBlock(saltBlock.number + 1)
  expect(await readFound({}, later)).toMatchObject({ status: 'contradicted' })
  const other = { genesisHash: later.hash }
  expect(await readFound({}, other)).toMatchObject({ code: 'other_chain' })

  // The id binds the close, so moving block and close together still fails.
  const moved = { ...gameData, closedAtMs: closedAtMs - 60_000 }
  const findFailure = (gameData: typeof moved, changes: object = {}) =>
    recordFailure(nobleHashes, { ...record, ...changes, gameData })
  expect(findFailure(moved)).toBe('id')
  expect(findFailure(gameData, { id: crypto.randomUUID() })).toBe('id')
})
