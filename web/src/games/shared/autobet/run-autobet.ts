import type { Coins } from '#core/money/coins.ts'
import { isOutcomeOpen } from '../../../lib/call.ts'
import { errorMessage } from '../../../lib/error-message.ts'
import {
  isServerAway,
  untilServerIsBack,
} from '../../../lib/server-presence.ts'
import type { AutoRound, RoundEnd } from '../auto-round.ts'
import { type Autobet, afterBet, type StopReason, stopFor } from './autobet.ts'

/** Plays one round to its end; nothing where it was stopped before that. */
export type PlayRound = (
  stake: Coins,
  auto: AutoRound,
) => Promise<RoundEnd | undefined>

export interface AutobetRun {
  playRound: PlayRound
  isFast: boolean
  /** Whether it is still wanted, by the player that it bets for. */
  isWanted(): boolean
  /** Called after each bet, and when no more will follow. */
  onChange(autobet: Autobet): void
}

/** How soon one that is not wanted any more is noticed at the latest, in ms. */
const LOOK_EVERY_MS = 5_000

/**
 * Makes one bet after the other until a rule, a refusal or the player ends it.
 */
export async function runAutobet(
  autobet: Autobet,
  run: AutobetRun,
): Promise<void> {
  let now = autobet
  while (!now.stopped && run.isWanted()) {
    if (isServerAway()) {
      await untilServerIsBack(LOOK_EVERY_MS)
      continue
    }
    const next = await oneBet(now, run)
    if (!next) return
    now = next
    run.onChange(now)
  }
}

async function oneBet(
  autobet: Autobet,
  { playRound, isFast, isWanted }: AutobetRun,
): Promise<Autobet | undefined> {
  try {
    const end = await playRound(autobet.stake, { isFast, isWanted })
    if (!end) return undefined
    const next = afterBet(autobet, end)
    return end.isMismatch ? { ...next, stopped: { is: 'mismatch' } } : next
  } catch (cause) {
    return stopFor(autobet, failureOf(cause))
  }
}

/** Nobody may bet on past an outcome that is not known. */
function failureOf(cause: unknown): StopReason {
  if (!(cause instanceof Error) || isOutcomeOpen(cause)) {
    return { is: 'unclear' }
  }
  return { is: 'refused', message: errorMessage(cause) }
}
