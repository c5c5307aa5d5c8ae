import { afterAll, expect, test } from 'vitest'
import {
  type PlaceRaceBetAnswer,
  placeRaceBetAnswer,
} from '#core/schemas/race.ts'
import { openRacesServer } from '../../../api/src/testing/races-server.ts'
import { poolOf } from '../../../api/src/testing/test-database.ts'
import { Stage } from '../../lib/stage.ts'
import { keepJournal } from './journal.ts'
import { judgeRaces } from './race-judge.ts'

const stage = new Stage()
await stage.startDatabase()
const { DATABASE_URL: url } = stage.env
const pool = poolOf(url)
afterAll(async () => {
  await pool.end()
  await stage.close()
})
const house = await openRacesServer({}, { url, pool, drop: async () => {} })
await keepJournal(pool)
const accepted = await raceWithBets()

/** A race that four bet on, one on each horse. */
async function raceWithBets(): Promise<PlaceRaceBetAnswer[]> {
  await house.open()
  const bets = [1, 2, 3, 4].map(async (horseId) => {
    const { client } = await house.newPlayer()
    const bet = { horseId, amount: 10 }
    const { body } = await client.post('/api/races/place-bet', bet)
    return placeRaceBetAnswer.parse(body)
  })
  const placed = await Promise.all(bets)
  await house.run()
  return placed
}

async function redRows(told = accepted): Promise<string[]> {
  const rows = await judgeRaces('race', {
    bettors: { accepted: told, surprises: [] },
    database: pool,
    databaseUrl: url,
    struck: [{ takenOverMs: 3_000, isDeluded: false }],
    leadsWithin: 5,
  })
  return rows.filter(({ ok }) => !ok).map(({ name }) => name)
}

/** What is red while rows are other than the product has written them. */
async function redAfter(change: string, undo: string): Promise<string[]> {
  await forge(change)
  return redRows().finally(() => forge(undo))
}

function forge(statement: string) {
  return pool.query(
    `BEGIN; SET LOCAL session_replication_role = replica; ${statement}; COMMIT`,
  )
}

test('a race as the product has settled it is as it has to be', async () => {
  expect(await redRows()).toEqual([])
})

test('a winner who was paid another amount is found', async () => {
  const won = "race_bets SET payout = payout + $ WHERE status = 'won'"
  const more = `UPDATE ${won.replace('$', '1')}`
  const red = await redAfter(more, `UPDATE ${won.replace('$', '-1')}`)
  expect(red).toContain('race_bets_not_settled_right')
})

test('a payment that came twice is found', async () => {
  const red = await redAfter(
    `INSERT INTO transactions (user_id, seq, id, type, game_type, amount, balance_after, batch_id, metadata)
     SELECT user_id, 1000, gen_random_uuid(), type, game_type, amount, balance_after, batch_id, metadata
     FROM transactions WHERE type = 'win'`,
    'DELETE FROM transactions WHERE seq = 1000',
  )
  expect(red).toContain('race_bets_not_settled_right')
})

test('bets and races that were settled twice are found', async () => {
  const red = await redAfter(
    `INSERT INTO chaos_steps (race, status, epoch)
     SELECT race, status, epoch FROM chaos_steps WHERE status = 'settled';
     INSERT INTO chaos_settlings SELECT * FROM chaos_settlings`,
    `DELETE FROM chaos_steps WHERE id = (SELECT max(id) FROM chaos_steps);
     DELETE FROM chaos_settlings AS one USING chaos_settlings AS other
     WHERE one.bet = other.bet AND one.ctid > other.ctid`,
  )
  expect(red).toEqual(['race_races_settled_twice', 'race_bets_settled_twice'])
})

test('a step that a former leader wrote is found', async () => {
  const red = await redAfter(
    "INSERT INTO chaos_steps (race, status, epoch) VALUES (9, 'open', 0)",
    'DELETE FROM chaos_steps WHERE race = 9',
  )
  expect(red).toEqual(['race_written_by_former_leaders'])
})

test('a bet that is kept otherwise than it was acknowledged is found', async () => {
  const [first, ...others] = accepted
  const told = first && { ...first, index: first.index + 10 }
  expect(await redRows(told ? [told, ...others] : [])).toEqual([
    'race_broken_promises',
  ])
  expect(await redRows(others)).toEqual(['race_bets_of_nobody'])
})
