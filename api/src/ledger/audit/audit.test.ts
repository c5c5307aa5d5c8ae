import { beforeAll, describe, expect, test } from 'vitest'
import { ownLiability, publicAudit } from '#core/api/audit.ts'
import {
  fillerNode,
  liabilityNode,
  liabilityRoot,
  nodeHex,
  type SumNode,
  sumTree,
} from '#core/audit/liabilities-tree.ts'
import { dayDigest, NO_DIGEST } from '#core/audit/log-digest.ts'
import { DAY_MS } from '#core/durations.ts'
import { moveCoins } from '#testing/chain/move-coins.ts'
import { whileDamaged } from '#testing/database/open-transaction.ts'
import { chooseCards, chooseDeal } from '#testing/player/chosen-seed.ts'
import { flipCoin } from '#testing/player/flip-coin.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { eventually } from '#testing/server/eventually.ts'
import { computeLogHash } from '#testing/server/player-log.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { testClock } from '#testing/server/test-clock.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { nativeHashes } from '../../platform/native-hashes.ts'
import { lastDay, shownDay } from './audit.store.ts'
import { publicDifferences } from './audit-check.service.ts'
import { createDayCloser } from './day-closer.ts'
import { addSubtrees, createDayTree, readPath } from './day-tree.ts'

const server = await openTestServer({
  clock: testClock(new Date('2026-11-24T12:00:00Z')).clock,
})
const { db } = server.platform
const time = testClock(new Date('2026-11-24T12:00:00Z'))
const TERM = { guard: async () => undefined }
const closer = createDayCloser({
  ...server.platform,
  clock: time.clock,
  everyMs: DAY_MS,
})
// The server closes the previous day when it starts.
await eventually(async () => expect(await lastDay(db)).toBeDefined())

/** Advances the clock by a day and closes it. */
async function closeDay() {
  time.advance(DAY_MS)
  await closer.tick(TERM)
  const day = await lastDay(db)
  if (!day) throw new Error('No day was closed')
  return day
}

async function readProof({ client }: TestPlayer) {
  const { body } = await client.get('/api/audit/liabilities/mine')
  return ownLiability.parse(body).proof
}

function differences() {
  return publicDifferences(db)
}

test('closes a day once, with liabilities and logs', async () => {
  const player = await server.newPlayer()
  await flipCoin(player.client, 10)
  const before = await lastDay(db)
  const day = await closeDay()
  await closer.tick(TERM)
  expect(await lastDay(db)).toEqual(day)
  expect(day.number).toBe((before?.number ?? 0) + 1)
  expect(day.previous).toBe(before?.digest ?? NO_DIGEST)
  expect(shownDay(day).day).toBe('2026-11-24')
  const { rows } = await server.pool.query(`SELECT
    (SELECT sum(balance) FROM users)::int AS sum,
    (SELECT sum(jackpot) FROM global_stats)::int AS jackpot,
    (SELECT count(*) FROM users)::int AS players,
    (SELECT count(*) FROM transactions)::int + (SELECT count(*) FROM rounds)::int AS count`)
  expect(day).toMatchObject(rows[0])
  expect(day.digest).toBe(dayDigest(nativeHashes, shownDay(day)))
  expect(await differences()).toEqual([])
})

test('proves a balance by a path to the published root', async () => {
  const player = await server.newPlayer()
  await server.newPlayer()
  expect(await readProof(player)).toBeNull()
  const day = await closeDay()
  await flipCoin(player.client, 10)
  const proof = await readProof(player)
  if (!proof) throw new Error('The player is in the tree')
  expect(proof.leaf).toMatchObject({ player: player.id, balance: 1_000 })
  expect(proof.day).toEqual(shownDay(day))
  const root = liabilityRoot(nativeHashes, proof.leaf, proof)
  expect(root).toEqual({ hash: day.root, sum: day.sum })
  await chooseDeal(server, player, (legal) => legal === '')
  const deal = { action: 'deal', betAmount: 10 }
  await player.client.post('/api/games/blackjack', deal)
  await closeDay()
  const next = await readProof(player)
  expect(next && (await computeLogHash(player.client, next))).toBe(
    next?.leaf.log,
  )
  expect(next?.leaf.log).not.toBe(NO_DIGEST)
})

test('shows visitors accounts that sum to zero, and closed days', async () => {
  const visitor = new TestClient(server.origin)
  const { body } = await visitor.get('/api/audit')
  const { figures, days, anchor, unanchored } = publicAudit.parse(body)
  expect(figures.accounts.players).toBeGreaterThan(0)
  expect(figures.accounts.sum).toBe(0)
  expect(figures.deposits).toEqual({ assets: [], confirmed: 0, credited: 0 })
  expect(anchor).toBeNull()
  expect(unanchored).toBe('This casino is not connected to a chain.')
  const [newest] = days
  const page = await visitor.get(`/api/audit/days?before=${newest?.number}`)
  expect(page.body).toEqual({ days: days.slice(1) })
})

test('logs a round on the day it ends', async () => {
  await closeDay()
  const player = await server.newPlayer()
  const path = '/api/games/hilo'
  await chooseCards(server, player, 9, 'K', 5)
  await player.client.post(`${path}/start`, { betAmount: 10 })
  const begun = await closeDay()
  await player.client.post(`${path}/skip`)
  const pending = await closeDay()
  expect([begun.count, pending.count]).toEqual([2, 0])
  expect((await readProof(player))?.leaf).toMatchObject({
    balance: 990,
    staked: 10,
  })
  const guess = await player.client.post(`${path}/play`, { choice: 'higher' })
  expect(guess.body).toMatchObject({ gameActive: false })
  const ended = await closeDay()
  expect(ended.count).toBe(1)
  const proof = await readProof(player)
  expect(proof?.leaf.staked).toBe(0)
  expect(proof && (await computeLogHash(player.client, proof))).toBe(
    proof?.leaf.log,
  )
  expect(await differences()).toEqual([])
})

test('reads a log of several batches completely', async () => {
  const player = await server.newPlayer()
  const move = { type: 'grant' as const, gameType: null }
  await moveCoins(
    server,
    player.id,
    Array.from({ length: 4_100 }, () => move),
  )
  expect((await closeDay()).count).toBe(4_101)
  expect(await differences()).toEqual([])
})

test('publishes nothing of an interrupted closing, and goes on from its snapshot', async () => {
  const player = await server.newPlayer()
  const before = await lastDay(db)
  time.advance(DAY_MS)
  const step = async (transactions: number) => {
    let admitted = 0
    const term = {
      async guard() {
        admitted += 1
        if (admitted > transactions) throw new Error('The term is over')
      },
    }
    await expect(closer.tick(term)).rejects.toThrow('The term is over')
    expect(await lastDay(db)).toEqual(before)
  }
  await step(0)
  for (const written of ['audit_snapshots', 'audit_leaves', 'audit_subtrees']) {
    await step(1)
    const next = `${written} WHERE number = ${(before?.number ?? 0) + 1}`
    const { rowCount } = await server.pool.query(`SELECT FROM ${next}`)
    expect(rowCount, written).toBeGreaterThan(0)
    await flipCoin(player.client, 10)
    await server.newPlayer()
  }
  await closer.tick(TERM)
  const day = await lastDay(db)
  expect(day?.number).toBe((before?.number ?? 0) + 1)
  expect((await readProof(player))?.leaf).toMatchObject({
    balance: 1_000,
    seq: 1,
  })
  expect(await server.pool.query('SELECT FROM audit_snapshots')).toMatchObject({
    rowCount: 0,
  })
  expect(await differences()).toEqual([])
})

test('closes a day with players of several pages', async () => {
  const player = await server.newPlayer()
  await server.pool.query(`
    WITH idle AS (
      INSERT INTO users (id, username, password, balance)
      SELECT uuidv7(), 'idle-' || n, '', 0 FROM generate_series(1, 2100) AS n
      RETURNING id
    )
    UPDATE global_stats SET total_users = total_users + 2100 WHERE id = 0`)
  const later = await server.newPlayer()
  const { number, players, root, sum } = await closeDay()
  const counted = await server.pool.query('SELECT FROM users')
  expect(players).toBe(counted.rowCount)
  for (const one of [player, later]) {
    const proof = await readProof(one)
    if (!proof) throw new Error('The player is in the tree')
    expect(proof.leaf.number).toBe(number)
    const found = liabilityRoot(nativeHashes, proof.leaf, proof)
    expect(found).toEqual({ hash: root, sum })
  }
  expect(await differences()).toEqual([])
})

test('publishes nothing if accounts do not sum to zero', async () => {
  const shift = (coins: number) =>
    server.pool.query(
      'UPDATE global_stats SET house_balance = house_balance + $1 WHERE id = 0',
      [coins],
    )
  await shift(5)
  await expect(closeDay()).rejects.toThrow('all accounts sum to zero')
  await shift(-5)
  await closer.tick(TERM)
})

test.each([0, 1, 512, 1_300])(
  'stores a tree of %i leaves in parts, with the paths of a whole one',
  async (count) => {
    const number = 1_000_000 + count
    const nodes = Array.from({ length: count }, (_, seq) =>
      liabilityNode(nativeHashes, {
        number,
        player: 'any',
        nonce: '',
        seq,
        balance: seq,
        staked: 0,
        log: NO_DIGEST,
      }),
    )
    const leaves = nodes.toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
    const size = 2 ** Math.ceil(Math.log2(Math.max(count, 1)))
    const fillers = Array(size - count).fill(fillerNode(nativeHashes))
    const whole = sumTree(nativeHashes, [...leaves, ...fillers])
    const parts = createDayTree(nativeHashes)
    for (const node of nodes) parts.add(node)
    let root: SumNode | undefined
    for await (const built of parts.build()) {
      await db.transaction((tx) => addSubtrees(tx, number, built.subtrees))
      root = built.root
    }
    expect(root).toEqual(whole.root)
    for (const index of [0, 511, 512, 1_299]) {
      const leaf = leaves[index]
      if (!leaf) continue
      const path = whole.path(index)
      expect(await readPath(db, number, leaf)).toEqual({ index, path })
    }
  },
)

const OF_LAST = `number = (SELECT max(number) FROM audit_days)`
const FIRST_BET = `(SELECT id FROM transactions WHERE type = 'bet' ORDER BY user_id, seq LIMIT 1)`

describe('with append-only triggers disabled', () => {
  beforeAll(async () => {
    const { client } = await server.newPlayer()
    for (let days = 0; days < 2; days += 1) {
      await flipCoin(client, 10)
      await closeDay()
    }
  })

  test.each([
    [
      'a changed transaction',
      `UPDATE transactions SET amount = amount - 1 WHERE id = ${FIRST_BET} RETURNING id`,
      /^day \d+: changed: transaction \d+ \(ID\) of player \S+$/,
    ],
    [
      'a changed time of a transaction',
      `UPDATE transactions SET timestamp = timestamp + interval '1 millisecond' WHERE id = ${FIRST_BET} RETURNING id`,
      /^day \d+: changed: transaction \d+ \(ID\) of player \S+$/,
    ],
    [
      'a changed round',
      `UPDATE rounds SET outcome = '{}' WHERE id = (SELECT min(id::text)::uuid FROM rounds) RETURNING id`,
      /^day \d+: changed: round or bet ID of player \S+$/,
    ],
    [
      'a missing round',
      `DELETE FROM rounds WHERE id = (SELECT min(id::text)::uuid FROM rounds) RETURNING user_id AS id`,
      /^day \d+: missing: (a round or bet before .*|the last round or bet) of player ID$/,
    ],
    [
      'a changed balance',
      `UPDATE users SET balance = balance + 1 WHERE id = (SELECT min(id::text)::uuid FROM users) RETURNING id`,
      /^now: player ID has \d+ coins, and \d+ by their last transaction$/,
    ],
    [
      'a changed published balance',
      `UPDATE audit_leaves SET balance = balance + 1
     WHERE ${OF_LAST} AND player = (SELECT min(id::text)::uuid FROM users) RETURNING player AS id`,
      /^day \d+: player ID was owed \d+ coins, and \d+ by their transactions$/,
    ],
    [
      'a changed digest',
      `UPDATE audit_days SET digest = root WHERE number = 2 RETURNING number AS id`,
      /^day ID: its digest differs$/,
    ],
    [
      'a missing day',
      `DELETE FROM audit_days WHERE number = 2 RETURNING number AS id`,
      /^day ID is missing$/,
    ],
    [
      "the last day's missing transactions",
      `DELETE FROM transactions AS t USING audit_leaves AS now, audit_leaves AS before
     WHERE now.${OF_LAST} AND before.number = now.number - 1 AND before.player = now.player
       AND t.user_id = now.player AND t.seq > before.seq AND t.seq <= now.seq
     RETURNING t.user_id AS id`,
      /^day \d+: missing: transaction \d+ of player ID$/,
    ],
  ])('names %s', async (_what, damage, named) => {
    await whileDamaged(server.pool, damage, async (db, returned) => {
      const found = await publicDifferences(db)
      const expected = new RegExp(
        named.source.replace('ID', returned?.id ?? ''),
      )
      expect(found).toContainEqual(expect.stringMatching(expected))
    })
  })
})

test('finds a day removed without a trace by a saved digest', async () => {
  const saved = [shownDay(await closeDay())]
  const damage = `DELETE FROM audit_leaves WHERE ${OF_LAST};
    DELETE FROM audit_days WHERE ${OF_LAST}`
  await whileDamaged(server.pool, damage, async (db) => {
    expect(await publicDifferences(db)).toEqual([])
    expect(await publicDifferences(db, saved)).toEqual([
      `day ${saved[0]?.number} was published, and is missing`,
    ])
  })
})

test('serves a path that an earlier release stored with the leaf', async () => {
  const player = await server.newPlayer()
  const { digest, ...day } = await closeDay()
  const stored = '$2, sum, jackpot, players, $3, count, $4'
  await server.pool.query(
    `INSERT INTO audit_days (number, version, ended_at, closed_at, root, sum,
      jackpot, players, previous, count, digest)
    SELECT number + 1, version, ended_at + interval '1 day', closed_at, ${stored}
    FROM audit_days WHERE number = $1`,
    [day.number, day.root, digest, digest],
  )
  await server.pool.query(
    `INSERT INTO audit_leaves (number, player, nonce, seq, balance, log, index,
      path, open_rounds, marks)
    SELECT number + 1, player, nonce, seq, balance, log, 1, $3, open_rounds, marks
    FROM audit_leaves WHERE number = $1 AND player = $2`,
    [
      day.number,
      player.id,
      Buffer.from(nodeHex({ hash: digest, sum: 7 }), 'hex'),
    ],
  )
  expect(await readProof(player)).toMatchObject({
    index: 1,
    path: [{ hash: digest, sum: 7 }],
  })
})
