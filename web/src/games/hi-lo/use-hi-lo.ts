import { useState } from 'react'
import type { Card } from '#core/games/cards.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { type HiLoAnswer, hiLoAnswer } from '#core/games/hi-lo/hi-lo-answer.ts'
import type { Guess } from '#core/games/hi-lo/hi-lo-guess.ts'
import type { Coins } from '#core/money/coins.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { playSound } from '../../lib/sound.ts'
import { playTimeline } from '../../lib/timeline.ts'
import {
  type Announcement,
  outcomeAnnouncement,
} from '../shared/use-announcement.ts'
import { useSteppedRound } from '../shared/use-open-round.ts'
import type { AutoRound, RoundRequest } from '../shared/use-round.ts'

const START = 'hilo/start'
const GUESS = 'hilo/play'
const CASH_OUT = 'hilo/cashout'

/** From the press until the card may turn. */
const TENSION_MS = 450
/** Duration of a card's turn. */
const TURN_MS = 250

/** The player's round of hi-lo, its next card and its proof. */
export function useHiLo() {
  const [turned, setTurned] = useState<Card>()
  const { round: latest, ...table } = useSteppedRound<HiLoAnswer>({
    game: hiLo,
    schema: hiLoAnswer,
    tension: () => {
      playSound('plop')
      return playTimeline(TENSION_MS)
    },
    landing: (answer) => {
      // No card is drawn when the server cashes out instead.
      if (!isPaid(answer)) setTurned(answer.currentCard)
      return playTimeline(TURN_MS)
    },
    onShown: () => setTurned(undefined),
    announcement: findAnnouncement,
    failure: (error) => errorMessage(error),
  })
  const cashedOut = latest && isPaid(latest) ? latest : undefined
  const isDrawing = table.isMoving && table.request?.path !== CASH_OUT
  return {
    ...table,
    /** The round on the table: open, or lost. */
    round: cashedOut ? undefined : latest,
    /** The last round, if it was cashed out. */
    cashedOut,
    /** The card that is being drawn; face down until it is known. */
    drawn: isDrawing ? { card: turned } : undefined,
    start: (betAmount: Coins) =>
      table.play({ path: START, body: { betAmount } }),
    guess: (choice: Guess) =>
      table.act('play', { path: GUESS, body: { choice } }),
    skipCard: () => table.act('skip', { path: 'hilo/skip' }),
    cashOut: () => table.act('cashout', { path: CASH_OUT }),
    /** Plays a whole round for an autobet. */
    playRound: (betAmount: Coins, auto: AutoRound, strategy: Strategy) =>
      table.playAuto({ path: START, body: { betAmount } }, auto, (answer) =>
        nextRequest(strategy, answer),
      ),
  }
}

export type HiLoTable = ReturnType<typeof useHiLo>

/** True if a round was cashed out, by the player or automatically. */
function isPaid({ actions }: HiLoAnswer): boolean {
  return actions.at(-1)?.action === 'cashout'
}

function findAnnouncement(answer: HiLoAnswer): Announcement | undefined {
  const { gameActive, actions, betAmount, payout = 0, message = '' } = answer
  if (gameActive) {
    const isRight = actions.at(-1)?.action === 'play'
    return isRight ? { sound: 'boing' } : undefined
  }
  if (isPaid(answer)) {
    return {
      ...outcomeAnnouncement({ staked: betAmount, paid: payout }),
      toast: { title: 'Success!', description: message },
    }
  }
  return {
    sound: 'plop',
    toast: {
      title: 'Game Over',
      description: 'Better luck next time! Place a new bet to play again.',
      variant: 'destructive',
    },
  }
}

/** Strategy of an autobet. */
export type Strategy = {
  side: 'bolder' | 'likelier'
  /** Number of right guesses after which it cashes out. */
  cashOutAfter: number
}

type Odds = 'consecutiveWins' | 'higherProbability' | 'lowerProbability'

/** Returns a strategy's next request. Of two equal chances it takes higher. */
export function nextRequest(
  { side, cashOutAfter }: Strategy,
  round: Pick<HiLoAnswer, Odds | 'legalActions' | 'step'>,
): RoundRequest {
  const { consecutiveWins, legalActions, step } = round
  if (consecutiveWins >= cashOutAfter && legalActions.includes('cashout')) {
    return { path: CASH_OUT, body: { step } }
  }
  const lead = round.higherProbability - round.lowerProbability
  const isHigher = lead === 0 || lead > 0 === (side === 'likelier')
  return { path: GUESS, body: { choice: isHigher ? 'higher' : 'lower', step } }
}
