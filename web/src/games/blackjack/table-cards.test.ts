import fc from 'fast-check'
import { expect, test } from 'vitest'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import {
  type BlackjackAnswer,
  blackjackAnswer,
} from '#core/games/blackjack/blackjack-answer.ts'
import { coins } from '#core/money/coins.ts'
import { HonestServer } from '#testing/page/honest-server.ts'
import { laid, listDeals } from './table-cards.ts'

const server = new HonestServer()

/** The answers of one whole hand, played by some numbers. */
function playHand(choices: readonly number[]): BlackjackAnswer[] {
  const start = { betAmount: coins(10) }
  const answers = [blackjackAnswer.parse(server.answer(blackjack, { start }))]
  for (let turn = 0; ; turn += 1) {
    const { legalActions = [] } = answers.at(-1) ?? {}
    if (legalActions.length === 0) return answers
    const choice = choices[turn % choices.length] ?? 0
    const action = legalActions[choice % legalActions.length] ?? 'stand'
    const act = { action }
    answers.push(blackjackAnswer.parse(server.answer(blackjack, { act })))
  }
}

const choices = fc.array(fc.nat({ max: 11 }), { minLength: 1, maxLength: 6 })

test('only adds cards until it shows those of the answer', () => {
  fc.assert(
    fc.property(choices, (numbers) => {
      let before: BlackjackAnswer | undefined
      for (const answer of playHand(numbers)) {
        const { hands, dealer } = laid(answer)
        expect(hands).toEqual(answer.hands.map(({ cards }) => cards))
        expect(dealer).toEqual(
          answer.dealerHand.map((card) =>
            'hidden' in card ? undefined : card,
          ),
        )
        if (before) {
          expect(laid(answer, listDeals(before).length)).toEqual(laid(before))
        }
        before = answer
      }
    }),
    { numRuns: 60 },
  )
})
