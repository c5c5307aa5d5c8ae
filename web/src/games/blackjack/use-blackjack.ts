import { useState } from 'react'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import {
  type BlackjackAnswer,
  blackjackAnswer,
} from '#core/games/blackjack/blackjack-answer.ts'
import { type Choice, priceOf } from '#core/games/blackjack/blackjack-table.ts'
import type { Coins } from '#core/money/coins.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { playSound } from '../../lib/sound.ts'
import { playTimeline } from '../../lib/timeline.ts'
import { type News, outcomeNews } from '../shared/use-announcement.ts'
import { useFoundRound, useOpenRound } from '../shared/use-open-round.ts'
import { useRound } from '../shared/use-round.ts'
import { BARE, dealsOf, laid } from './dealing.ts'
import { stakedOn } from './results.ts'

/** A beat before the first card of each answer. */
const TENSE_MS = 250
/** From one card to the next. */
const DEAL_EVERY_MS = 220
/** From the last card to the result. */
const RESULT_AFTER_MS = 400

/** One table: dealing, playing a hand on, and proving it at its end. */
export function useBlackjack() {
  const standing = useOpenRound({ game: blackjack, schema: blackjackAnswer })
  const [dealing, setDealing] = useState<Dealing>()
  const [declinedFor, setDeclinedFor] = useState<string>()
  const last = standing.round ?? undefined

  const { play, request, ...round } = useRound<BlackjackAnswer>({
    game: blackjack,
    schema: blackjackAnswer,
    tension: () => {
      setDealing(undefined)
      playSound('boing')
      return playTimeline(TENSE_MS)
    },
    landing: (answer) => {
      const isSame = last?.transactionId === answer.transactionId
      const before = isSame ? dealsOf(last).length : 0
      return cardsComing(answer, before, setDealing)
    },
    onShown: (answer) => {
      setDealing({ answer })
      standing.moveTo(answer)
    },
    news,
    failure: (error) => errorMessage(error, 'Failed to perform action'),
    onFailed: standing.lookAgain,
  })
  useFoundRound(standing, round.checkFound)

  const { isPlaying } = round
  const isDeal = isPlaying && request?.body?.action === 'deal'
  const hand = isDeal ? undefined : last
  const coming = isPlaying ? dealing : undefined
  const shown = coming?.answer ?? hand
  return {
    ...round,
    isLooking: standing.isPending,
    isFound: standing.isFound === true,
    isUnanswered: round.isUnanswered && (standing.isDoubtful || !hand),
    /** The hand once all is said of it: open, or over. */
    hand,
    isOpen: hand !== undefined && hand.result === undefined,
    isInsuranceOffered:
      hand?.legalActions.includes('insurance') === true &&
      hand.transactionId !== declinedFor,
    declineInsurance: () => setDeclinedFor(hand?.transactionId),
    /** What lies on the table, also while cards are coming. */
    table: shown ? laid(shown, coming?.count) : BARE,
    /** What each hand on the table is played for, in coins. */
    bets: shown?.hands.map(({ bet }) => bet) ?? [],
    deal: (betAmount: Coins) =>
      play({ path: blackjack.path, body: { action: 'deal', betAmount } }),
    act: (action: Choice) => {
      if (!last?.legalActions.includes(action)) return
      play({
        path: blackjack.path,
        body: { action, step: last.step },
        price: priceOf(last, action),
      })
    },
  }
}

/** An answer, and how many of its deals have been made: all when left out. */
interface Dealing {
  answer: BlackjackAnswer
  count?: number
}

/** Shows the cards that an answer brings, one by one. */
function cardsComing(
  answer: BlackjackAnswer,
  before: number,
  show: (dealing: Dealing) => void,
) {
  const coming = dealsOf(answer).slice(before)
  const isOver = answer.result !== undefined
  return playTimeline(
    DEAL_EVERY_MS * coming.length + (isOver ? RESULT_AFTER_MS : 0),
    coming.map((_, index) => ({
      atMs: DEAL_EVERY_MS * index,
      act: () => {
        playSound('tick')
        show({ answer, count: before + index + 1 })
      },
    })),
  )
}

function news(answer: BlackjackAnswer): News | undefined {
  if (answer.result === undefined) return undefined
  const staked = stakedOn(answer)
  const paid = answer.payout ?? 0
  return outcomeNews({ staked, paid })
}
