import { expect, test } from 'vitest'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import { legalChoices } from '#core/games/blackjack/blackjack-table.ts'
import { cardOf } from '#core/games/cards.ts'
import { coins } from '#core/money/coins.ts'
import { writtenRows } from '#testing/database/written-rows.ts'
import { chooseNextRound } from '#testing/player/chosen-seed.ts'
import { expectRefusal } from '#testing/server/expect-refusal.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()
/** Has no round open. */
const idle = await server.newPlayer()
/** Has a hand open, and a hi-lo round with a right guess. */
const busy = await busyPlayer()

type Move = [path: string, body: Record<string, unknown>]

async function busyPlayer() {
  const player = await server.newPlayer()
  async function move([path, body]: Move): Promise<void> {
    const answer = await player.client.post(`/api/games/${path}`, body)
    expect(answer.status, answer.text).toBe(200)
  }
  await chooseNextRound(server, player, (draws) => {
    const dealt = blackjack.start({ betAmount: coins(10) }, draws)
    return legalChoices(dealt).join() === 'hit,stand,double'
  })
  await move(['blackjack', { action: 'deal', betAmount: 10 }])
  await chooseNextRound(server, player, (draws) =>
    [7, 7, 9].every((value, index) => cardOf(draws(index)).value === value),
  )
  await move(['hilo/start', { betAmount: 10 }])
  await move(['hilo/play', { choice: 'higher' }])
  return player
}

const ofHand = (action: string, step?: number): Move => [
  'blackjack',
  { action, step },
]

test.each([
  {
    who: 'no open round',
    player: idle,
    code: 'illegal_action',
    moves: [
      ...['hit', 'stand', 'double', 'split', 'insurance'].map((action) =>
        ofHand(action),
      ),
      ['hilo/play', { choice: 'higher' }],
      ['hilo/skip', {}],
      ['hilo/cashout', {}],
    ] satisfies Move[],
  },
  {
    who: 'open rounds of both games',
    player: busy,
    code: 'round_open',
    moves: [
      ['blackjack', { action: 'deal', betAmount: 5 }],
      ['hilo/start', { betAmount: 5 }],
    ] satisfies Move[],
  },
  {
    who: 'open rounds at another step',
    player: busy,
    code: 'illegal_action',
    moves: [
      ofHand('split'),
      ofHand('insurance'),
      ofHand('hit', 1),
      ['hilo/play', { choice: 'lower', step: 0 }],
      ['hilo/skip', { step: 0 }],
      ['hilo/cashout', { step: 2 }],
    ] satisfies Move[],
  },
])('a player with $who is refused with $code', async (each) => {
  const before = await writtenRows(server.pool)
  for (const [path, body] of each.moves) {
    const answer = await each.player.client.post(`/api/games/${path}`, body)
    expectRefusal(answer, 409)
    expect(answer.body).toMatchObject({ code: each.code })
  }
  expect(await writtenRows(server.pool)).toBe(before)
})

test('the same moves are taken in turn', async () => {
  for (const [path, body] of [
    ofHand('stand', 0),
    ['hilo/skip', { step: 1 }],
    ['hilo/cashout', { step: 2 }],
  ] satisfies Move[]) {
    const answer = await busy.client.post(`/api/games/${path}`, body)
    expect(answer.status, answer.text).toBe(200)
  }
})
