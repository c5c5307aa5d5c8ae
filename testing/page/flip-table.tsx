import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { coinFlipAnswer } from '#core/games/coin-flip/coin-flip-answer.ts'
import { coins } from '#core/money/coins.ts'
import { CoinFlipPage } from '../../web/src/games/coin-flip/coin-flip-page.tsx'
import { press } from './acts.ts'
import { gameTable } from './game-table.tsx'

export const FLIP = 'POST /api/games/coinflip'

/** The coin flip's page at an honest server, which a test may spoil. */
export function flipTable() {
  const page = <CoinFlipPage />
  const table = gameTable({ game: coinFlip, page, title: 'Coin Flip' })

  /** The answer that an honest server gives to a bet. */
  const flip = (body: unknown) => {
    const start = coinFlip.bet.parse(body)
    return coinFlipAnswer.parse(table.honest().answer(coinFlip, { start }))
  }
  return {
    ...table,
    flip,
    /** Spoils each answer on its way to the page. */
    spoil: (spoil: (answer: ReturnType<typeof flip>) => unknown) =>
      table.server.play(FLIP, (body) => spoil(flip(body))),
    /** How the next flip will fall, whatever is called. */
    rehearsed: () => {
      const bet = { betAmount: coins(10), choice: 'heads' }
      return coinFlipAnswer.parse(table.honest().rehearsed(coinFlip, bet))
    },
  }
}

export const call = (side: 'Heads' | 'Tails') => press(side)
