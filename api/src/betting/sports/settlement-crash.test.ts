import { afterAll, expect, test } from 'vitest'
import { fuseDatabase } from '#testing/deposit-model/fused-database.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import {
  openSportsServer,
  placed,
  readBets,
  readGain,
  toBetBody,
} from '#testing/server/sports-server.ts'
import { createLedger } from '../../ledger/ledger.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { openDatabase, openPool } from '../../platform/db/database.ts'
import { TermOver } from '../../platform/db/lease.ts'
import { makeMetrics } from '../../platform/metrics.ts'
import { createSettlement } from './settlement.ts'

const sports = await openSportsServer()
const { server } = sports
const { actions } = server.modules.operators
const fuse = await fuseDatabase(server.databaseUrl)
afterAll(() => fuse.close())

/** Opens a settling process whose database connection can fail. */
async function settleOverFuse(guard: (tx: Transaction) => Promise<void>) {
  const { clock, log } = server.platform
  const pool = openPool(fuse.url, log)
  const db = openDatabase(pool)
  const ledger = createLedger({ db, clock })
  const settlement = createSettlement({
    db,
    stakes: ledger.stakes,
    ledger: ledger.service,
    feed: { source: 'the_odds_api', speed: 1 },
    clock,
    log,
    metrics: makeMetrics(),
    onSettled: () => undefined,
  })
  try {
    await settlement.tick({ guard })
  } finally {
    await pool.end()
  }
}

const anybody = async () => undefined

/** Crashes at each statement in turn, and restarts after each. */
async function dieEverywhere(): Promise<number> {
  let deaths = 0
  for (const moment of ['before', 'after'] as const) {
    for (let statement = 3; ; statement += 1) {
      fuse.mend()
      fuse.arm(statement, moment)
      const end = await settleOverFuse(anybody).catch(() => 'dead')
      if (end !== 'dead') break
      deaths += 1
    }
  }
  fuse.mend()
  return deaths
}

async function decide(gameId: string, home: number): Promise<void> {
  const by = { actor: { name: 'test' }, reason: 'Test' }
  await actions.correctScore(by, gameId, { home, away: 100 })
}

async function bettors(gameId: string): Promise<TestPlayer[]> {
  const players = [await server.newPlayer(), await server.newPlayer()]
  for (const player of players) await placed(player, toBetBody(gameId))
  return players
}

test('pays every bet exactly once across a crash at any statement', async () => {
  const gameId = await sports.offered()
  const players = await bettors(gameId)
  await decide(gameId, 110)
  expect(await dieEverywhere()).toBeGreaterThan(10)
  for (const player of players) expect(await readGain(player)).toBe(66)
  await decide(gameId, 90)
  expect(await dieEverywhere()).toBeGreaterThan(10)
  for (const player of players) {
    expect(await readGain(player)).toBe(-100)
    expect(await readBets(player)).toMatchObject([
      { status: 'lost', payout: 0 },
    ])
  }
})

test('writes nothing once the term is over', async () => {
  const gameId = await sports.offered()
  const [player] = await bettors(gameId)
  await decide(gameId, 110)
  const isOver = async () => {
    throw new TermOver('It is')
  }
  await expect(settleOverFuse(isOver)).rejects.toThrow(TermOver)
  expect(player && (await readBets(player))).toMatchObject([
    { status: 'pending' },
  ])
  await settleOverFuse(anybody)
  expect(player && (await readBets(player))).toMatchObject([{ status: 'won' }])
})

test('settles once with two concurrent processes', async () => {
  const gameId = await sports.offered()
  const players = await bettors(gameId)
  await decide(gameId, 110)
  await Promise.all([settleOverFuse(anybody), settleOverFuse(anybody)])
  for (const player of players) expect(await readGain(player)).toBe(66)
})
