import { useState } from 'react'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import {
  type BlackjackAnswer,
  blackjackAnswer,
} from '#core/games/blackjack/blackjack-answer.ts'
import { type Choice, getPrice } from '#core/games/blackjack/blackjack-table.ts'
import type { Coins } from '#core/money/coins.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { playSound } from '../../lib/sound.ts'
import { playTimeline, type Timeline } from '../../lib/timeline.ts'
import { outcomeAnnouncement } from '../shared/use-announcement.ts'
import { useSteppedRound } from '../shared/use-open-round.ts'
import { laid, listDeals, NO_CARDS, sumStakes } from './table-cards.ts'

/** Before the first card of each answer. */
const TENSE_MS = 250
/** From one card to the next. */
const DEAL_EVERY_MS = 220
/** From the last card to the result. */
const RESULT_AFTER_MS = 400

/** The player's hand, its dealing and its proof. */
export function useBlackjack() {
  const [dealing, setDealing] = useState<Dealing>()
  const [declinedFor, setDeclinedFor] = useState<string>()
  const { round: hand, ...table } = useSteppedRound<BlackjackAnswer>({
    game: blackjack,
    schema: blackjackAnswer,
    tension: () => {
      setDealing(undefined)
      playSound('boing')
      return playTimeline(TENSE_MS)
    },
    landing: (answer): Timeline => {
      const isSame = hand?.transactionId === answer.transactionId
      return dealCards(answer, isSame ? listDeals(hand).length : 0, setDealing)
    },
    onShown: (answer) => setDealing({ answer }),
    announcement: (answer) =>
      answer.result === undefined
        ? undefined
        : outcomeAnnouncement({
            staked: sumStakes(answer),
            paid: answer.payout ?? 0,
          }),
    failure: (error) => errorMessage(error, 'Failed to perform action'),
  })

  const shownDealing = table.isPlaying ? dealing : undefined
  const shown = shownDealing?.answer ?? hand
  return {
    ...table,
    /** The latest hand with its result shown: open, or over. */
    hand,
    isOpen: hand !== undefined && hand.result === undefined,
    isInsuranceOffered:
      hand?.legalActions.includes('insurance') === true &&
      hand.transactionId !== declinedFor,
    declineInsurance: () => setDeclinedFor(hand?.transactionId),
    /** The cards on the table, also while they are dealt. */
    cards: shown ? laid(shown, shownDealing?.count) : NO_CARDS,
    /** Bet of each hand on the table, in coins. */
    bets: shown?.hands.map(({ bet }) => bet) ?? [],
    deal: (betAmount: Coins) =>
      table.play({ body: { action: 'deal', betAmount } }),
    take: (action: Choice) =>
      hand &&
      table.act(action, { body: { action }, price: getPrice(hand, action) }),
  }
}

export type BlackjackGame = ReturnType<typeof useBlackjack>

/** An answer, and the number of its deals shown so far: all by default. */
type Dealing = {
  answer: BlackjackAnswer
  count?: number
}

/** Deals the cards that an answer adds, one by one. */
function dealCards(
  answer: BlackjackAnswer,
  before: number,
  show: (dealing: Dealing) => void,
) {
  const added = listDeals(answer).slice(before)
  const isOver = answer.result !== undefined
  return playTimeline(
    DEAL_EVERY_MS * added.length + (isOver ? RESULT_AFTER_MS : 0),
    added.map((_, index) => ({
      atMs: DEAL_EVERY_MS * index,
      act: () => {
        playSound('tick')
        show({ answer, count: before + index + 1 })
      },
    })),
  )
}
