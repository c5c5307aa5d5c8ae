import { expect, test } from 'vitest'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import { legalChoices } from '#core/games/blackjack/blackjack-table.ts'
import { coins } from '#core/money/coins.ts'
import { writtenRows } from '#testing/database/written-rows.ts'
import { chooseNextRound } from '#testing/player/chosen-seed.ts'
import { expectRefusal } from '#testing/server/expect-refusal.ts'
import { fine } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()
const idle = await server.newPlayer()
const busy = await server.newPlayer()

await chooseNextRound(server, busy, (draws) => {
  const dealt = blackjack.start({ betAmount: coins(10) }, draws)
  return legalChoices(dealt).join() === 'hit,stand,double'
})
for (const [path, body] of [
  ['blackjack', { action: 'deal', betAmount: 10 }],
  ['hilo/start', { betAmount: 10 }],
] as const) {
  fine(await busy.client.post(`/api/games/${path}`, body))
}

test.each([
  ['illegal_action', 'blackjack', idle, { action: 'hit' }],
  ['illegal_action', 'blackjack', idle, { action: 'stand' }],
  ['illegal_action', 'blackjack', idle, { action: 'double' }],
  ['illegal_action', 'blackjack', idle, { action: 'split' }],
  ['illegal_action', 'blackjack', idle, { action: 'insurance' }],
  ['illegal_action', 'hilo/play', idle, { choice: 'higher' }],
  ['illegal_action', 'hilo/skip', idle, {}],
  ['illegal_action', 'hilo/cashout', idle, {}],
  ['round_open', 'blackjack', busy, { action: 'deal', betAmount: 5 }],
  ['round_open', 'hilo/start', busy, { betAmount: 5 }],
  ['illegal_action', 'blackjack', busy, { action: 'split' }],
  ['illegal_action', 'blackjack', busy, { action: 'insurance' }],
  ['illegal_action', 'blackjack', busy, { action: 'hit', step: 1 }],
  ['illegal_action', 'hilo/play', busy, { choice: 'lower', step: 1 }],
  ['illegal_action', 'hilo/skip', busy, { step: 1 }],
  ['illegal_action', 'hilo/cashout', busy, { step: 0 }],
])('refuses a move out of turn with %s: %s', async (...given) => {
  const [code, path, player, body] = given
  const before = await writtenRows(server.pool)
  const answer = await player.client.post(`/api/games/${path}`, body)
  const [game] = path.split('/')
  const { body: state } = await player.client.get(`/api/games/${game}`)
  expectRefusal(answer, 409)
  const { legalActions } = Object(state)
  expect(answer.body).toMatchObject({ code, legalActions, state })
  expect(await writtenRows(server.pool)).toBe(before)
})
