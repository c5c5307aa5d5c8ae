import { useState } from 'react'
import type { Card } from '#core/games/cards.ts'
import type { JsonObject } from '#core/games/game.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { type HiLoAnswer, hiLoAnswer } from '#core/games/hi-lo/hi-lo-answer.ts'
import type { Guess } from '#core/games/hi-lo/hi-lo-guess.ts'
import type { Coins } from '#core/money/coins.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { playSound } from '../../lib/sound.ts'
import { playTimeline } from '../../lib/timeline.ts'
import {
  type AutoRound,
  type CheckedAnswer,
  endOf,
} from '../shared/auto-round.ts'
import { useFoundRound, useOpenRound } from '../shared/use-open-round.ts'
import { type RoundRequest, useRound } from '../shared/use-round.ts'
import { hiLoNews, isPaid } from './hi-lo-news.ts'
import { moveBy, type Strategy } from './hi-lo-strategy.ts'

const START = 'hilo/start'
const GUESS = 'hilo/play'
const CASH_OUT = 'hilo/cashout'

/** From the press until the card may turn. */
const TENSION_MS = 450
/** How long a card takes to turn over. */
const TURN_MS = 250

/** One table of hi-lo: its round, its next card, and its proof. */
export function useHiLo() {
  const [turned, setTurned] = useState<Card>()
  const standing = useOpenRound({ game: hiLo, schema: hiLoAnswer })
  const asked = useRound({
    game: hiLo,
    schema: hiLoAnswer,
    tension,
    landing: (answer) => {
      // Where the house cashes out instead, no card is drawn.
      if (!isPaid(answer)) setTurned(answer.currentCard)
      return playTimeline(TURN_MS)
    },
    onShown: (answer) => {
      setTurned(undefined)
      standing.moveTo(answer)
    },
    news: hiLoNews,
    failure: (error) => errorMessage(error),
    onFailed: standing.lookAgain,
  })
  useFoundRound(standing, asked.checkFound)

  const { isMoving, request } = asked
  const isStarting = isMoving && request?.path === START
  const latest = isStarting ? undefined : (standing.round ?? undefined)
  const cashedOut = latest && isPaid(latest) ? latest : undefined
  const act = (path: string, body: JsonObject = {}) => {
    if (latest?.gameActive)
      asked.play({ path, body: { ...body, step: latest.step } })
  }
  return {
    ...asked,
    /** The round on the table: open, or lost. */
    round: cashedOut ? undefined : latest,
    /** The last round, where it was cashed out. */
    cashedOut,
    isFound: standing.isFound === true,
    isLooking: standing.isPending,
    isUnanswered:
      asked.isUnanswered && (standing.isDoubtful || !latest?.gameActive),
    /** The card that is drawn now; it lies face down until it is known. */
    drawn:
      isMoving && request?.path !== CASH_OUT ? { card: turned } : undefined,
    start: (betAmount: Coins) =>
      asked.play({ path: START, body: { betAmount } }),
    guess: (choice: Guess) => act(GUESS, { choice }),
    skipCard: () => act('hilo/skip'),
    cashOut: () => act(CASH_OUT),
    playRound: autoRound(asked.playAuto),
  }
}

/** Plays a round for an autobet; one that is stopped stays open for its player. */
function autoRound(
  ask: (request: RoundRequest) => Promise<CheckedAnswer<HiLoAnswer>>,
) {
  return async (betAmount: Coins, auto: AutoRound, strategy: Strategy) => {
    let told = await ask({ path: START, body: { betAmount }, auto })
    while (told.answer.gameActive && told.state !== 'mismatch') {
      if (!auto.isWanted()) return undefined
      const { step } = told.answer
      const move = moveBy(strategy, told.answer)
      told = await ask(
        move.is === 'cashOut'
          ? { path: CASH_OUT, body: { step }, auto }
          : { path: GUESS, body: { choice: move.choice, step }, auto },
      )
    }
    return endOf(told)
  }
}

function tension() {
  playSound('plop')
  return playTimeline(TENSION_MS)
}
