import { afterAll, expect, test } from 'vitest'
import { poolOf } from '#testing/database/test-database.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { openRacesServer } from '#testing/server/races-server.ts'
import type { Measure } from './lib/measures.ts'
import { Stage } from './lib/stage.ts'
import { ledgerFigures } from './rtp/ledger-figures.ts'

const stage = new Stage()
await stage.startDatabase()
const { DATABASE_URL: url } = stage.env
const pool = poolOf(url)
afterAll(async () => {
  await pool.end()
  await stage.close()
})
const house = await openRacesServer({}, { url, pool, close: async () => {} })
const figures = (): Promise<Measure[]> => ledgerFigures(url, [])

async function bet(player: TestPlayer, horseId: number, amount: number) {
  const path = '/api/races/place-bet'
  const { status, text } = await player.client.post(path, { horseId, amount })
  expect(status, text).toBe(200)
}

/** The figures as if the newest race that was settled had paid more. */
async function figuresAfterPaying(coins: number): Promise<Measure[]> {
  await payMore(coins)
  return figures().finally(() => payMore(-coins))
}

function payMore(coins: number) {
  return pool.query(`
    BEGIN;
    SET LOCAL session_replication_role = replica;
    UPDATE race_bets SET payout = payout + ${coins} WHERE id = (
      SELECT race_bets.id FROM race_bets JOIN races ON races.number = race_number
      WHERE races.status = 'settled' ORDER BY race_number DESC LIMIT 1);
    COMMIT`)
}

test('a race that nobody has bet on tells nothing', async () => {
  await house.open()
  await house.run()
  await expect(figures()).rejects.toThrow('No round is over yet.')
})

test('races are told of by figures that can be counted by hand, void ones left out', async () => {
  await house.open()
  const player = await house.newPlayer()
  for (const horse of [1, 2, 3, 4]) await bet(player, horse, 5)
  await house.run()

  await house.open()
  await bet(player, 1, 300)
  house.salts.isAway = true
  await house.close()
  await house.passTime()
  await house.reach('void')
  house.salts.isAway = false

  await house.open()
  await bet(player, 1, 100)
  const { order } = await house.run()
  const paid = 19 + (order?.[0] === 1 ? 380 : 0)
  const rows = await figures()
  expect(rows.map(({ name, value }) => [name, value])).toEqual([
    ['horse_race_live_rounds', 2],
    ['horse_race_live_staked', 120],
    ['horse_race_live_paid', paid],
    ['horse_race_live_return', Number(((100 * paid) / 120).toFixed(2))],
    // What is off 95 for the one bet of 100, beside the root of 380² × 3/16.
    [
      'horse_race_live_off',
      Number(((paid - 19 - 95) / (95 * Math.sqrt(3))).toFixed(2)),
    ],
  ])
  expect(rows.filter(({ ok }) => !ok)).toEqual([])
})

test('races that paid too much turn their figures red', async () => {
  const rows = await figuresAfterPaying(100_000)
  const red = rows.filter(({ ok }) => !ok)
  expect(red.map(({ name }) => name)).toEqual([
    'horse_race_live_return',
    'horse_race_live_off',
  ])
})
