import { EPOCH_SIZE } from '../../../fairness/epoch.ts'
import type { GoldenPlan, Turn } from '../../../fairness/golden/golden-plan.ts'
import { MAX_COINS } from '../../../money/coins.ts'
import { hiLo } from '../hi-lo.ts'
import { type Guess, percentOf } from '../hi-lo-guess.ts'
import type { HiLoAction, HiLoPosition } from '../hi-lo-position.ts'
import { hiLoKinds } from './hi-lo-kinds.ts'
import { invalidGuesses } from './invalid-guesses.ts'

/** Right guesses after which patient players stop. */
const CASHED_STREAKS = [8, 20]
const SAFE_PERCENT = 80

/**
 * Players who stop sooner or later, skip, dare, or are stopped by the house.
 */
export const hiLoPlan: GoldenPlan = {
  epoch: 4,
  stakes: [1, 2, 3, 10, 49, 100, 101, 999, 123_456_789, 2 ** 40, MAX_COINS],
  actionOf: actionFor,
  kinds: hiLoKinds,
  invalid: invalidGuesses,
}

function actionFor(position: HiLoPosition, turn: Turn): HiLoAction {
  const isPatient = turn.index >= EPOCH_SIZE
  const action = (isPatient ? patient : wished)(position, turn)
  const { payout } = hiLo.choices.exposure(position, action)
  return payout > MAX_COINS ? automaticAction(position, turn) : action
}

/** Skips all cards but the best, in order to be right often. */
function patient(position: HiLoPosition, turn: Turn): HiLoAction {
  const streak = CASHED_STREAKS[turn.index % CASHED_STREAKS.length] ?? 0
  if (position.consecutiveWins === streak) {
    return turn.index % 3 === 0
      ? { action: 'cashout' }
      : automaticAction(position, turn)
  }
  const choice = guessFor(position, false)
  const isSafe = percentOf(choice, position.current) > SAFE_PERCENT
  const canSkip = hiLo.choices.legalActions(position).includes('skip')
  return isSafe || !canSkip ? { action: 'play', choice } : { action: 'skip' }
}

function wished(position: HiLoPosition, turn: Turn): HiLoAction {
  const { index, step, random } = turn
  const legal = hiLo.choices.legalActions(position)
  if (index % 32 === 0 && legal.includes('skip')) return { action: 'skip' }
  const isEnough = position.consecutiveWins >= streakFor(index)
  if (index % 8 === 7 && step >= streakFor(index))
    return automaticAction(position, turn)
  if (isEnough && legal.includes('cashout')) return { action: 'cashout' }
  if (random() < 0.1 && legal.includes('skip')) return { action: 'skip' }
  const isDaring = random() < 0.2
  return { action: 'play', choice: guessFor(position, isDaring) }
}

/** How many guesses the player of a round wants to see. */
function streakFor(index: number): number {
  return index % 16 === 1 ? 12 : Math.floor(index / 8) % 4
}

function guessFor({ current }: HiLoPosition, isDaring: boolean): Guess {
  const isHigherLikely =
    percentOf('higher', current) > percentOf('lower', current)
  return isHigherLikely === isDaring ? 'lower' : 'higher'
}

/**
 * Idle, or too much for a house that could lose some part of what it would be.
 */
function automaticAction(position: HiLoPosition, { index }: Turn): HiLoAction {
  const refused = { action: 'play', choice: 'higher' } as const
  const { exposure } = hiLo.choices
  const now = exposure(position, { action: 'cashout' }).payout
  const win = exposure(position, refused).payout
  const rise = win - now
  const isIdle =
    Math.floor(index / 8) % 2 === 0 || rise === 0 || win > MAX_COINS
  if (isIdle) return hiLo.choices.automaticAction({ reason: 'idle' })
  const limit = index % rise
  return hiLo.choices.automaticAction({ reason: 'house_limit', limit, refused })
}
