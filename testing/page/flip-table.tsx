import { fireEvent, screen } from '@testing-library/react'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { coinFlipAnswer } from '#core/games/coin-flip/coin-flip-answer.ts'
import { coins } from '#core/money/coins.ts'
import { CoinFlipPage } from '../../web/src/features/coin-flip/coin-flip-page.tsx'
import { gameTable } from './game-table.tsx'

export const FLIP = 'POST /api/games/coinflip'

/** The coin flip's page at an honest house, which a test may spoil. */
export function flipTable() {
  const page = <CoinFlipPage />
  const table = gameTable({ game: coinFlip, page, title: 'Coin Flip' })
  return {
    ...table,
    /** How the next flip will fall, whatever is called. */
    rehearsed: () => {
      const bet = { betAmount: coins(10), choice: 'heads' }
      return coinFlipAnswer.parse(table.honest().rehearsed(coinFlip, bet))
    },
  }
}

export function call(side: 'Heads' | 'Tails'): void {
  fireEvent.click(screen.getByRole('button', { name: side }))
}
