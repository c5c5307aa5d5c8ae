import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { coinFlipAnswer } from '#core/games/coin-flip/coin-flip-answer.ts'
import { coins } from '#core/money/coins.ts'
import { CoinFlipPage } from '../../web/src/games/coin-flip/coin-flip-page.tsx'
import { press } from './acts.ts'
import { flip as honestFlip } from './flip.ts'
import { gameTable } from './game-table.tsx'

export const FLIP = 'POST /api/games/coinflip'

/** Sets up the coin flip's page with an honest server, whose answers a test may change. */
export function flipTable() {
  const page = <CoinFlipPage />
  const table = gameTable({ game: coinFlip, page, title: 'Coin Flip' })

  /** Returns the honest answer to a bet. */
  const flip = (body: unknown) =>
    honestFlip(table.honest(), coinFlip.bet.parse(body))
  return {
    ...table,
    flip,
    /** Changes each answer on its way to the page. */
    spoil: (spoil: (answer: ReturnType<typeof flip>) => unknown) =>
      table.server.play(FLIP, (body) => spoil(flip(body))),
    /** Returns the next flip's result, which does not depend on the call. */
    rehearsed: () => {
      const bet = { betAmount: coins(10), choice: 'heads' }
      return coinFlipAnswer.parse(table.honest().rehearsed(coinFlip, bet))
    },
  }
}

export const call = (side: 'Heads' | 'Tails') => press(side)
