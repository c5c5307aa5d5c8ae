import { screen, within } from '@testing-library/react'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import {
  type BlackjackAnswer,
  blackjackAnswer,
} from '#core/games/blackjack/blackjack-answer.ts'
import { handTotal } from '#core/games/blackjack/blackjack-hand.ts'
import type { Choice } from '#core/games/blackjack/blackjack-table.ts'
import { coins } from '#core/money/coins.ts'
import { BlackjackPage } from '../../web/src/games/blackjack/blackjack-page.tsx'
import { press } from './acts.ts'
import { gameTable, skip } from './game-table.tsx'

export { press }

/** Conditions on the next hand. */
type Wish = {
  /** Taken after the deal; the rules must allow all of them. */
  moves?: readonly Choice[]
  betAmount?: number
  is?: (answer: BlackjackAnswer) => boolean
}

/** Sets up blackjack's page with an honest server, whose answers a test may change. */
export function blackjackTable() {
  const page = <BlackjackPage />
  const table = gameTable({ game: blackjack, page, title: 'Blackjack' })

  /** Skips to the next hand with the wanted course. @returns its last answer. */
  function awaitHand(wish: Wish = {}): BlackjackAnswer {
    const { moves = [], betAmount = 10, is = isPlain } = wish
    const honest = table.honest()
    const bet = { betAmount: coins(betAmount) }
    const actions = moves.map((action) => ({ action }))
    for (;;) {
      const rehearsed = honest.rehearsed(blackjack, bet, actions)
      const answer = blackjackAnswer.parse(rehearsed)
      if (answer.step === moves.length && is(answer)) return answer
      honest.nonce += 1
    }
  }
  return {
    ...table,
    awaitHand,
    /** Deals a hand with the wanted course. @returns its last answer. */
    async deal(wish?: Wish): Promise<BlackjackAnswer> {
      const answer = awaitHand(wish)
      press('Deal')
      await skip()
      return answer
    },
  }
}

/** The player has choices, and the dealer shows no ace. */
export function isPlain({ insuranceOffered, active }: BlackjackAnswer) {
  return active !== null && !insuranceOffered
}

/** Returns the names of a hand's cards, in the order of the deal. */
export function getCards(name: string): (string | null)[] {
  const hand = screen.getByRole('group', { name })
  return within(hand)
    .queryAllByRole('img')
    .map(({ ariaLabel }) => ariaLabel)
}

/** Returns a hand's total on the page. */
export function findTotal(name: string): string | null | undefined {
  const hand = screen.getByRole('group', { name })
  return hand.querySelector('.card-hand-total')?.lastChild?.textContent
}

export function toTotal(cards: Parameters<typeof handTotal>[0]): string {
  return String(handTotal(cards).total)
}
