import { fireEvent, screen, within } from '@testing-library/react'
import { assert } from '#core/errors.ts'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import {
  type BlackjackAnswer,
  blackjackAnswer,
} from '#core/games/blackjack/blackjack-answer.ts'
import { handTotal } from '#core/games/blackjack/blackjack-hand.ts'
import type { Choice } from '#core/games/blackjack/blackjack-table.ts'
import { coins } from '#core/money/coins.ts'
import { BlackjackPage } from '../../web/src/features/blackjack/blackjack-page.tsx'
import { gameTable } from './game-table.tsx'

export const HAND = 'POST /api/games/blackjack'

/** What the page asks of the house. */
export function askOf(body: unknown) {
  const [request] = blackjack.requests
  assert(request !== undefined, 'blackjack is asked by one path')
  return request.body.parse(body)
}

/** What a test wants of the coming hand. */
interface Wish {
  /** Taken after the deal; the rules must allow all of them. */
  moves?: readonly Choice[]
  betAmount?: number
  is: (answer: BlackjackAnswer) => boolean
}

/** Blackjack's page at an honest house, which a test may spoil. */
export function blackjackTable() {
  const page = <BlackjackPage />
  const table = gameTable({ game: blackjack, page, title: 'Blackjack' })
  return {
    ...table,
    /**
     * Goes on to the next hand that goes as wanted, and tells where it leads.
     */
    awaitHand({ moves = [], betAmount = 10, is }: Wish): BlackjackAnswer {
      const honest = table.honest()
      const bet = { betAmount: coins(betAmount) }
      const actions = moves.map((action) => ({ action }))
      for (;;) {
        const rehearsed = honest.rehearsed(blackjack, bet, actions)
        const answer = blackjackAnswer.parse(rehearsed)
        if (answer.step === moves.length && is(answer)) return answer
        honest.nonce += 1
      }
    },
    /** Another tab of the same player goes on with the open hand. */
    actElsewhere: (action: Choice) =>
      table.honest().answer(blackjack, { act: { action } }),
    /** Answers actions by the rules, whatever was answered before. */
    playOn: (spoil = (answer: BlackjackAnswer): object => answer) =>
      table.server.play(HAND, (body) => {
        const answer = table.honest().answer(blackjack, askOf(body))
        return spoil(blackjackAnswer.parse(answer))
      }),
    lookAt: () => table.honest().lookAt(blackjack),
  }
}

/** The player may choose and knows no dealer's ace. */
export function isPlain({ insuranceOffered, active }: BlackjackAnswer) {
  return active !== null && !insuranceOffered
}

export function press(name: string | RegExp): void {
  fireEvent.click(screen.getByRole('button', { name }))
}

/** A hand's cards as they are spoken, from the first dealt. */
export function cardsOf(name: string): (string | null)[] {
  const hand = screen.getByRole('group', { name })
  return within(hand)
    .queryAllByRole('img')
    .map(({ ariaLabel }) => ariaLabel)
}

/** What the page says that a hand counts. */
export function totalOf(name: string): string | null | undefined {
  const hand = screen.getByRole('group', { name })
  return hand.querySelector('.card-hand-total')?.lastChild?.textContent
}

export function totalIn(cards: Parameters<typeof handTotal>[0]): string {
  return String(handTotal(cards).total)
}
