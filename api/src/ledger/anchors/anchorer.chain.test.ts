import { expect, test } from 'vitest'
import { lowerCase } from '#core/chain/chains.ts'
import { HOUR_MS } from '#core/durations.ts'
import { anchorRootFromPath } from '#core/fairness/anchor-tree.ts'
import { createOutboxHarness } from '#testing/chain/outbox-harness.ts'
import { fairnessAnchorAbi } from '../../../../contracts/generated/fairness-anchor.ts'
import { nativeHashes } from '../../platform/native-hashes.ts'
import { type AnchorSources, createAnchorer } from './anchorer.ts'
import { lastAnchor } from './anchors.store.ts'
import { createAnchorsService } from './anchors.ts'

const outbox = await createOutboxHarness()
const { chain, database, db, instanceId, log, newSender } = outbox
const { harness, term, tickUntil } = outbox
const { deployment } = harness
if (!deployment.fairnessAnchor) throw new Error('There is a contract')
const contract = { instanceId, address: lowerCase(deployment.fairnessAnchor) }
const anchorChain = {
  chain: { deployment },
  instanceId,
  account: 'an account',
}
const service = createAnchorsService({ db, chain: anchorChain, everyMs: 1 })
const END = 'e0'.repeat(32)

function toPlayer(index: number): string {
  return `01890000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`
}

function toRoot(player: string): string {
  return nativeHashes.sha256(player)
}

/** Lists players in their first epoch, numbered from `from`. */
function players(count: number, from = 0): AnchorSources {
  return {
    house: {
      day: async () => [],
      races: async () => [{ number: 0, hash: END }],
      receipt_key: async () => [],
      season: async () => [],
    },
    activeEpochs: async ({ after }) =>
      after
        ? []
        : Array.from({ length: count }, (_, index) => {
            const player = toPlayer(from + index)
            return { player, epoch: 0, root: toRoot(player) }
          }),
  }
}

function anchorer(sources: AnchorSources, everyMs = 0) {
  const clock = () => new Date()
  const deps = { db, sources, contract, chain, log, clock, everyMs }
  return createAnchorer({ ...deps, outbox: outbox.store, hashes: nativeHashes })
}

/** Anchors, sends and reads the block. */
async function anchored(sources: AnchorSources) {
  const one = anchorer(sources)
  await one.tick(await term())
  const [made] = await service.list({ limit: 1 })
  if (!made) throw new Error('Nothing was anchored')
  const { outboxId } = await lastRow()
  await tickUntil(newSender(), outboxId, { status: 'final' })
  await one.tick(await term())
  return (await service.list({ limit: 100 })).find(({ id }) => id === made.id)
}

async function lastRow() {
  const row = await lastAnchor(db, contract)
  if (!row) throw new Error('Nothing was anchored')
  return row
}

test('anchors 10,000 players once, by one transaction of at most 60,000 gas', async () => {
  const made = await anchored(players(10_000))
  expect(made).toMatchObject({ number: 1, leaves: 10_001, state: 'final' })
  expect(made?.mined?.gasUsed).toBeLessThanOrEqual(60_000)
  const player = toPlayer(9_999)
  const leaf = {
    kind: 'epoch' as const,
    player,
    number: 0,
    hash: toRoot(player),
  }
  const anchor = await service.readAnchor(leaf)
  expect(anchor?.path.length).toBeLessThanOrEqual(20)
  expect(anchor && anchorRootFromPath(nativeHashes, leaf, anchor)).toBe(
    made?.root,
  )
  expect(
    await harness.client.readContract({
      address: contract.address,
      abi: fairnessAnchorAbi,
      functionName: 'rootOf',
      args: [1n],
    }),
  ).toBe(`0x${made?.root}`)
  await anchorer(players(10_000)).tick(await term())
  expect(await service.list({ limit: 100 })).toHaveLength(1)
})

test('sends one root at a time, and lists the newest first', async () => {
  await outbox.withoutMining(async () => {
    await anchorer(players(1, 20_000)).tick(await term())
    await anchorer(players(1, 20_001)).tick(await term())
    const [newest, ...more] = await service.list({ limit: 100 })
    expect(more).toHaveLength(1)
    const page = { limit: 100, before: newest?.id }
    expect(await service.list(page)).toEqual(more)
  })
  const { outboxId } = await lastRow()
  await tickUntil(newSender(), outboxId, { status: 'final' })
})

test('waits for the interval between anchors', async () => {
  const before = await service.list({ limit: 100 })
  await anchorer(players(1, 30_000), HOUR_MS).tick(await term())
  const after = await service.list({ limit: 100 })
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
})

test('anchors the leaves of a reverted transaction again', async () => {
  const sources = players(1, 40_000)
  const one = anchorer(sources)
  await one.tick(await term())
  const lost = await lastRow()
  const isFailed = `UPDATE outbox_transactions SET status = 'failed',
    nonce = 1000000, block_number = 1, block_hash = '0x' WHERE id = $1`
  await database.pool.query(isFailed, [lost.outboxId])
  const made = await anchored(sources)
  expect(made).toMatchObject({
    number: lost.number,
    root: lost.root,
    state: 'final',
  })
})

test('explains why nothing is anchored', async () => {
  const withoutKey = { ...anchorChain, account: undefined }
  const off = createAnchorsService({ db, chain: withoutKey, everyMs: 1 })
  expect(await off.state()).toMatchObject({
    isOn: false,
    reason: 'This casino has no account to anchor roots with.',
    latest: { state: 'final' },
  })
  await anchorer(players(1, 60_000)).tick(await term())
  const { outboxId } = await lastRow()
  await database.pool.query(
    `UPDATE outbox_transactions SET problem = 'no_gas' WHERE id = $1`,
    [outboxId],
  )
  expect(await service.state()).toMatchObject({
    isOn: true,
    isWaiting: true,
    reason: 'The operator account can’t pay for a transaction right now.',
    latest: { state: 'final' },
  })
  await tickUntil(newSender(), outboxId, { status: 'final' })
})

test('stores no part of an anchor that cannot be stored completely', async () => {
  const count = async () => {
    const { rows } = await database.pool.query(
      `SELECT (SELECT count(*) FROM anchors) + (SELECT count(*) FROM anchor_leaves)
         + (SELECT count(*) FROM outbox_transactions) AS rows`,
    )
    return rows[0].rows
  }
  const before = await count()
  const sources = players(1, 50_000)
  const epochs = await sources.activeEpochs({
    since: undefined,
    after: undefined,
  })
  const broken: AnchorSources = {
    ...sources,
    // Out of the column's range.
    activeEpochs: async ({ after }) =>
      after ? [] : epochs.map((epoch) => ({ ...epoch, epoch: 2 ** 70 })),
  }
  await expect(anchorer(broken).tick(await term())).rejects.toThrow()
  expect(await count()).toBe(before)
})
