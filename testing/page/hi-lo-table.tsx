import { screen } from '@testing-library/react'
import * as z from 'zod/mini'
import { type Card, card } from '#core/games/cards.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { type Guess, isRight } from '#core/games/hi-lo/hi-lo-guess.ts'
import type { HiLoAction } from '#core/games/hi-lo/hi-lo-position.ts'
import { coins } from '#core/money/coins.ts'
import { HiLoPage } from '../../web/src/games/hi-lo/hi-lo-page.tsx'
import { press as pressButton } from './acts.ts'
import { gameTable, skip } from './game-table.tsx'

export const PLAY = 'POST /api/games/hilo/play'

const SKIP: HiLoAction = { action: 'skip' }
const LEAVE: HiLoAction = { action: 'cashout', reason: 'idle' }

/** Sets up hi-lo's page with an honest server, whose answers a test may change. */
export function hiLoTable() {
  const page = <HiLoPage />
  const table = gameTable({ game: hiLo, page, title: 'Hi-Lo' })

  /** Returns the first five cards of the next round. */
  function coming(): Card[] {
    const server = table.honest()
    const { nonce } = server
    const bet = { betAmount: coins(10) }
    const actions = [SKIP, SKIP, SKIP, SKIP, LEAVE]
    const { gameData } = server.record({ game: hiLo, bet, actions })
    server.nonce = nonce
    return z.object({ cards: z.array(card) }).parse(gameData).cards
  }

  /** Skips to a round with wanted cards. @returns the first of them. */
  function deal(isWanted: (cards: readonly Card[]) => boolean = isOrdinary) {
    for (;;) {
      const cards = coming()
      if (isWanted(cards)) return cards
      table.honest().nonce += 1
    }
  }
  return {
    ...table,
    deal,
    /** Starts a round with wanted cards. @returns the first of them. */
    async begin(isWanted?: (cards: readonly Card[]) => boolean) {
      const cards = deal(isWanted)
      press('Start Game')
      await skip()
      await screen.findByRole('button', { name: /^Skip/ })
      return cards
    },
  }
}

/** Neither aces nor kings, and no two alike in a row. */
function isOrdinary(cards: readonly Card[]): boolean {
  return cards.every(
    ({ value }, at) =>
      value !== 'A' && value !== 'K' && value !== cards[at + 1]?.value,
  )
}

/** Returns the guess on a card that will be right, or wrong. */
export function guessThat(
  wins: boolean,
  cards: readonly Card[],
  at = 0,
): Guess {
  const [before, after] = cards.slice(at)
  if (!before || !after) throw new Error('no card is foreseen there')
  return isRight('higher', before, after) === wins ? 'higher' : 'lower'
}

export const guessLabels = { higher: 'Higher', lower: 'Lower' } as const

/** Presses the button that has this in its name. */
export const press = (name: string) => pressButton(new RegExp(name))

/** Makes a right or wrong guess, and skips to its result. */
export async function guess(
  wins: boolean,
  cards: readonly Card[],
  at = 0,
): Promise<void> {
  press(guessLabels[guessThat(wins, cards, at)])
  await skip()
}
