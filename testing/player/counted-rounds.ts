import { expect } from 'vitest'
import type { Draws } from '#core/fairness/draws.ts'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import { bestChoice } from '#core/games/blackjack/blackjack-return.ts'
import { taken } from '#core/games/blackjack/blackjack-table.ts'
import { cardOf } from '#core/games/cards.ts'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { advanced, opened } from '#core/games/hi-lo/hi-lo-position.ts'
import { slots } from '#core/games/slots/slots.ts'
import { coins } from '#core/money/coins.ts'
import type { TestApi } from '#testing/server/test-api.ts'
import { chooseNextRound } from './chosen-seed.ts'
import { newPlayer, type TestPlayer } from './test-player.ts'

type Request = [path: string, body?: object]

/**
 * Plays rounds of every game whose draws are chosen, so that their figures can
 * be counted by hand. A flip of 50 pays 99 and one pays nothing; a spin of 1000
 * hits the jackpot, of two of 20 one pays 40; a deal of 100 is a blackjack, one
 * of 10 is doubled where that is best, and pays 40; a right guess pays 184 for
 * 100, a wrong one nothing, and a third round stays open.
 */
export async function playCountedRounds(api: TestApi): Promise<void> {
  for (const play of [flipTwice, spinThrice, dealTwice, guessTwice]) {
    const player = await newPlayer(api.origin)
    await play(player, async (isWanted, requests) => {
      await chooseNextRound(api, player, isWanted)
      for (const request of requests) await send(player, request)
    })
  }
}

type PlayWhere = (
  isWanted: (draws: Draws) => boolean,
  requests: Request[],
) => Promise<void>

async function flipTwice(_: TestPlayer, where: PlayWhere) {
  const bet = { betAmount: coins(50), choice: 'heads' } as const
  for (const payout of [99, 0]) {
    await where(
      (draws) => coinFlip.start(bet, draws).outcome?.payout === payout,
      [['coinflip', bet]],
    )
  }
}

async function spinThrice(_: TestPlayer, where: PlayWhere) {
  const large = { betAmount: coins(1_000) }
  await where(
    (draws) => slots.jackpot?.isHit(slots.start(large, draws)) === true,
    [['slot', large]],
  )
  const small = { betAmount: coins(20) }
  for (const payout of [40, 0]) {
    await where(
      (draws) => slots.start(small, draws).outcome?.payout === payout,
      [['slot', small]],
    )
  }
}

async function dealTwice(_: TestPlayer, where: PlayWhere) {
  const large = { betAmount: coins(100) }
  await where(
    (draws) => blackjack.start(large, draws).outcome?.payout === 250,
    [['blackjack', { action: 'deal', ...large }]],
  )
  const small = { betAmount: coins(10) }
  const isDoubled = (draws: Draws) => {
    const dealt = blackjack.start(small, draws)
    if (bestChoice(dealt) !== 'double') return false
    return taken(dealt, 'double', draws).outcome?.payout === 40
  }
  await where(isDoubled, [
    ['blackjack', { action: 'deal', ...small }],
    ['blackjack', { action: 'double' }],
  ])
}

async function guessTwice(player: TestPlayer, where: PlayWhere) {
  const bet = { betAmount: coins(100) }
  const start: Request = ['hilo/start', bet]
  const higher: Request = ['hilo/play', { choice: 'higher' }]
  const isRight = (draws: Draws) => {
    const first = opened(bet.betAmount, draws)
    if (first.current.value !== 7) return false
    const guess = { action: 'play', choice: 'higher' } as const
    const second = advanced(first, guess, draws)
    if (second.outcome) return false
    const { outcome } = advanced(second, { action: 'cashout' }, draws)
    return outcome?.payout === 184
  }
  await where(isRight, [start, higher, ['hilo/cashout']])
  const isWrong = (draws: Draws) =>
    cardOf(draws(0)).value === 9 && cardOf(draws(1)).value === 7
  await where(isWrong, [start, higher])
  await send(player, start)
}

async function send({ client }: TestPlayer, [path, body]: Request) {
  const { status, text } = await client.post(`/api/games/${path}`, body)
  expect(status, text).toBe(200)
}
