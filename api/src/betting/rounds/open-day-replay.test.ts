import { expect, test } from 'vitest'
import { DAY_MS } from '#core/durations.ts'
import { whileDamaged } from '#testing/database/open-transaction.ts'
import { chooseCards, chooseDeal } from '#testing/player/chosen-seed.ts'
import { flipCoin } from '#testing/player/flip-coin.ts'
import { playHiLo } from '#testing/player/hi-lo.ts'
import { eventually } from '#testing/server/eventually.ts'
import { testClock } from '#testing/server/test-clock.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { createDayCloser } from '../../ledger/audit/day-closer.ts'
import { createFairness } from '../fairness/fairness.ts'
import { OPEN_DAY, replayRounds } from './open-day-replay.service.ts'

const server = await openTestServer()

// The first day closes at the start, so everything else is in the open day.
await eventually(async () => {
  const { rowCount } = await server.pool.query('SELECT FROM audit_days')
  expect(rowCount).toBe(1)
})
const player = await server.newPlayer()
await flipCoin(player.client, 10)
await startHand()
await endHand()
// A natural ends without an action.
await chooseDeal(server, player, (legal) => legal === '')
const deal = { action: 'deal', betAmount: 10 }
const natural = await player.client.post('/api/games/blackjack', deal)
expect(natural.body).toMatchObject({ actions: [] })

async function startHand(): Promise<void> {
  await chooseCards(server, player, 9, 'K', 5)
  await playHiLo(player, 'start', { betAmount: 10 })
}

async function endHand(): Promise<void> {
  await playHiLo(player, 'skip')
  const ended = await playHiLo(player, 'play', { choice: 'higher' })
  expect(ended.gameActive).toBe(false)
}

function replayAfter(damage: string) {
  return whileDamaged(server.pool, damage, async (db, returned) => {
    const fairness = createFairness({
      ...server.platform,
      db,
      betDb: db,
    }).service
    return { named: returned?.named, finding: await replayRounds(db, fairness) }
  })
}

const NAMED = "RETURNING 'player ' || user_id || ', round ' || id AS named"
const FLIP = `WHERE game_type = 'Coin Flip' ${NAMED}`
const HAND = `WHERE game_type = 'Hi-Lo' ${NAMED}`

test('unchanged rounds replay as stored', async () => {
  const { finding } = await replayAfter('SELECT 1')
  expect(finding).toEqual({ name: OPEN_DAY, violations: 0, rows: [] })
})

test.each([
  [
    `UPDATE rounds SET outcome = outcome || '{"result": "edge"}' ${FLIP}`,
    'outcome',
  ],
  [
    `UPDATE rounds SET bet = bet || '{"choice": "tails"}' ${FLIP}`,
    'round hash',
  ],
  [`UPDATE rounds SET bet = bet || '{"choice": "edge"}' ${FLIP}`, 'bet'],
  [`UPDATE rounds SET actions = actions - 0 ${HAND}`, ''],
  [`UPDATE rounds SET actions = NULL ${HAND}`, 'unfinished'],
  [`UPDATE rounds SET actions = '[]' ${FLIP}`, 'actions'],
  [`UPDATE rounds SET stake = stake + 1 ${FLIP}`, 'stake'],
  [`UPDATE rounds SET payout = payout + 1 ${FLIP}`, 'payout'],
  [`UPDATE rounds SET round_hash = repeat('0', 64) ${FLIP}`, 'round hash'],
  [`UPDATE rounds SET nonce = nonce + 7 ${FLIP}`, 'round hash'],
  [`UPDATE rounds SET rules_version = 99 ${FLIP}`, 'rules'],
  // Another player's client seed, and an unknown one.
  [
    `WITH other AS (
       INSERT INTO client_seeds (user_id, epoch, seed, set_by, set_at)
       SELECT gen_random_uuid(), epoch, seed, set_by, set_at FROM client_seeds
       WHERE id = (SELECT client_seed_id FROM rounds WHERE game_type = 'Coin Flip')
       RETURNING id)
     UPDATE rounds SET client_seed_id = (SELECT id FROM other) ${FLIP}`,
    'seeds',
  ],
  [`UPDATE rounds SET client_seed_id = 999 ${FLIP}`, 'seeds'],
])('names the round after %s', async (damage, why) => {
  const { finding, named } = await replayAfter(damage)
  expect(named).toBeDefined()
  expect(finding.violations).toBe(1)
  expect(finding.rows[0]).toContain(named)
  expect(finding.rows[0]).toContain(why)
})

test('names every round that was drawn from a changed client seed', async () => {
  const { finding } = await replayAfter(
    `UPDATE client_seeds SET seed = 'other'`,
  )
  expect(finding.violations).toBe(3)
  expect(finding.rows).toHaveLength(3)
})

test('leaves rounds of closed days to their digests', async () => {
  await startHand()
  const { clock } = testClock(new Date(Date.now() + DAY_MS))
  const closer = createDayCloser({ ...server.platform, clock, everyMs: DAY_MS })
  await closer.tick({ guard: async () => undefined })
  const tamper = 'UPDATE rounds SET nonce = nonce + 7'
  expect((await replayAfter(tamper)).finding.violations).toBe(0)
  await endHand()
  expect((await replayAfter(tamper)).finding.violations).toBe(1)
})
