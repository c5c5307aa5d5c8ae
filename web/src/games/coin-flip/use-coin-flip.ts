import { useState } from 'react'
import { coinFlip, type Side } from '#core/games/coin-flip/coin-flip.ts'
import {
  type CoinFlipAnswer,
  coinFlipAnswer,
} from '#core/games/coin-flip/coin-flip-answer.ts'
import type { Coins } from '#core/money/coins.ts'
import { statusAndMessage } from '../../lib/error-message.ts'
import { type AutoRound, endOf } from '../shared/auto-round.ts'
import { tossCoin } from '../shared/coin/toss-coin.ts'
import { outcomeNews } from '../shared/use-announcement.ts'
import { useRound } from '../shared/use-round.ts'

const FLIPS_KEPT = 8

/** One coin: tossing it, showing how it fell, and proving it. */
export function useCoinFlip() {
  const [flips, setFlips] = useState<readonly CoinFlipAnswer[]>([])
  const round = useRound({
    game: coinFlip,
    schema: coinFlipAnswer,
    tension: tossCoin,
    onShown: (answer) =>
      setFlips((earlier) => [...earlier.slice(1 - FLIPS_KEPT), answer]),
    news: ({ betAmount, payout }) =>
      outcomeNews({ staked: betAmount, paid: payout }),
    failure: (error) => statusAndMessage(error, 'Failed to flip coin'),
  })
  const request = (betAmount: Coins, choice: Side) => ({
    path: coinFlip.path,
    body: { betAmount, choice },
  })
  return {
    ...round,
    flips,
    flip: (betAmount: Coins, choice: Side) =>
      round.play(request(betAmount, choice)),
    /** Flips for an autobet. */
    flipAuto: async (betAmount: Coins, choice: Side, auto: AutoRound) =>
      endOf(await round.playAuto({ ...request(betAmount, choice), auto })),
  }
}
