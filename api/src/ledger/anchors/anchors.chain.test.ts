import { expect, test } from 'vitest'
import { anchorLeaves, anchorsState } from '#core/api/anchors.ts'
import type { RequestNode } from '#core/evidence/on-chain.ts'
import { checkAnchor } from '#core/evidence/on-chain.ts'
import { recordAnchor } from '#core/evidence/record-anchor.ts'
import {
  type VerificationRecord,
  verificationRecord,
} from '#core/evidence/round-record.ts'
import { recordFailure } from '#core/evidence/verify.ts'
import { anchorRootFromPath } from '#core/fairness/anchor-tree.ts'
import { paddedTree } from '#core/fairness/merkle.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import { openUnindexedServer } from '#testing/chain/chain-server.ts'
import { createTestDatabase } from '#testing/database/test-database.ts'
import { flipCoin } from '#testing/player/flip-coin.ts'
import { newPlayer, type TestPlayer } from '#testing/player/test-player.ts'
import { startTestApi } from '#testing/server/test-api.ts'
import { TestClient } from '#testing/server/test-client.ts'

const server = await openUnindexedServer({ env: { ANCHOR_EVERY_SECONDS: '1' } })
const { chain } = server
const visitor = new TestClient(server.origin)

/** Calls the chain's node directly. */
const requestNode: RequestNode = async (method, params) => {
  const answer = await fetch(chain.env.RPC_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await answer.json()) as { result: unknown }).result
}

async function readRecord(id: string): Promise<VerificationRecord> {
  const { body } = await visitor.get(`/api/verify/${id}`)
  return verificationRecord.parse(body)
}

/** Waits until the record has a final anchor. */
async function anchoredRecord(id: string) {
  await expect
    .poll(async () => (await readRecord(id)).gameData.anchor)
    .toBeDefined()
  const record = await readRecord(id)
  const { anchor } = record.gameData
  if (!anchor) throw new Error('The anchor disappeared')
  return { record, anchor }
}

function leafPath(leaf: Record<string, unknown>): string {
  const query = Object.entries(leaf).map(([name, value]) => `${name}=${value}`)
  return `/api/anchors/leaf?${query.join('&')}`
}

/** Waits until the leaf has a final anchor. */
async function anchorOfLeaf(leaf: Record<string, unknown>) {
  const look = () => visitor.get(leafPath(leaf))
  await expect.poll(async () => (await look()).status).toBe(200)
  return recordAnchor.parse((await look()).body)
}

async function flip({ client }: Pick<TestPlayer, 'client'>): Promise<string> {
  return (await flipCoin(client)).transactionId
}

test('proves a record by a root on the chain', async () => {
  const [player, idle] = [await server.newPlayer(), await server.newPlayer()]
  const { record, anchor } = await anchoredRecord(await flip(player))
  expect(recordFailure(nobleHashes, record)).toBeUndefined()
  expect(await checkAnchor(requestNode, anchor)).toMatchObject({
    status: 'proven',
  })
  const { body } = await visitor.get('/api/anchors')
  const { isOn, latest } = anchorsState.parse(body)
  expect(isOn).toBe(true)
  expect(latest?.mined?.gasUsed).toBeLessThanOrEqual(60_000)
  expect(BigInt(latest?.mined?.cost ?? 0)).toBeGreaterThan(0n)

  const later = await readRecord(await flip(player))
  expect(later.gameData.anchor).toEqual(anchor)
  const ofIdle = 'SELECT FROM anchor_leaves WHERE player = $1'
  expect((await server.pool.query(ofIdle, [idle.id])).rows).toEqual([])
})

test('anchors seed chains, seasons, closed days and receipt keys', async () => {
  const anchored = async () => {
    const { rows } = await server.pool.query<{ kind: string; hash: string }>(
      `SELECT kind, hash FROM anchor_leaves WHERE player IS NULL
       ORDER BY kind`,
    )
    return rows
  }
  const published = async () => {
    const { rows } = await server.pool.query<{ kind: string; hash: string }>(
      `SELECT 'races' AS kind, "end" AS hash FROM race_chains
       UNION ALL SELECT 'season', seed_hash FROM sports_seasons
       UNION ALL SELECT 'day', digest FROM audit_days
       UNION ALL SELECT 'receipt_key', public_key FROM receipt_keys ORDER BY kind`,
    )
    return rows
  }
  await expect.poll(published).toHaveLength(4)
  const roots = await published()
  await expect.poll(anchored).toEqual(roots)
  const digest = roots.find(({ kind }) => kind === 'day')?.hash
  const day = { kind: 'day', number: 1, hash: digest }
  expect((await visitor.get('/api/audit')).body).toMatchObject({
    anchor: await anchorOfLeaf(day),
    unanchored: null,
  })
  const seedHash = roots.find(({ kind }) => kind === 'season')?.hash
  const season = { kind: 'season', number: 1, hash: seedHash }
  const anchor = await anchorOfLeaf(season)
  expect(await checkAnchor(requestNode, anchor)).toMatchObject({
    status: 'proven',
  })
  const { root } = anchor
  const leaf = { ...season, kind: 'season' as const, hash: season.hash ?? '' }
  expect(anchorRootFromPath(nobleHashes, leaf, anchor)).toBe(root)
  const listed = await visitor.get(
    `/api/anchors/leaves?number=${anchor.number}`,
  )
  const { leaves } = anchorLeaves.parse(listed.body)
  expect(paddedTree(nobleHashes, leaves).root).toBe(root)
  expect(leaves[anchor.index]).toBe(`season:1:${seedHash}`)
  const unknown = { ...season, hash: 'ab'.repeat(32) }
  expect((await visitor.get(leafPath(unknown))).status).toBe(404)
})

test('hides an anchor removed by a reorganisation until it is mined again', async () => {
  const player = await server.newPlayer()
  const id = await flip(player)
  const snapshot = await chain.client.snapshot()
  const { anchor } = await anchoredRecord(id)
  await chain.client.setAutomine(false)
  await chain.client.revert({ id: snapshot })
  // Mines up to the anchor's block only; another would mine the resent transaction.
  const head = await chain.client.getBlockNumber({ cacheTime: 0 })
  await chain.mine(anchor.block - Number(head))
  await expect
    .poll(async () => (await readRecord(id)).gameData.anchor)
    .toBeUndefined()
  await chain.client.setAutomine(true)
  await chain.mine(1)
  const again = await anchoredRecord(id)
  expect(again.anchor).toMatchObject({
    number: anchor.number,
    root: anchor.root,
  })
  expect(again.anchor.blockHash).not.toBe(anchor.blockHash)
  expect(await checkAnchor(requestNode, again.anchor)).toMatchObject({
    status: 'proven',
  })
  expect(await checkAnchor(requestNode, anchor)).toMatchObject({
    status: 'contradicted',
  })
  for (const table of ['anchors', 'anchor_leaves', 'anchor_blocks']) {
    const deleted = server.pool.query(`DELETE FROM ${table}`)
    await expect(deleted).rejects.toThrow('is append-only')
  }
})

test('detects at startup that the database was restored', async () => {
  const player = await server.newPlayer()
  await anchoredRecord(await flip(player))
  const older = await createTestDatabase()
  const before = await startTestApi(older.url, {})
  await newPlayer(before.origin)
  await before.close()
  const restored = await startTestApi(older.url, { env: server.env })
  expect(restored.modules.pauses.service.isRestored).toBe(true)
  await restored.close()
  await older.close()
  const again = await server.startApi({ env: server.env })
  expect(again.modules.pauses.service.isRestored).toBe(false)
})
