import type { Hashes } from '../fairness/hashes.ts'
import type { Coins } from '../money/coins.ts'
import { horseName } from './horses.ts'
import { type RaceBet, raceBetPayout } from './race-bet.ts'
import type { RaceOutcome, SettledRace } from './settled-race.ts'

export type RaceBetOutcome = RaceOutcome & { readonly payout: Coins }

/** Accepted bet and its index among those of its race, from 0. */
export type AcceptedRaceBet = { id: string; bet: RaceBet; index: number }

/** Hashed fields of a bet on a finished race. */
export type SettledRaceBet = Omit<SettledRace, 'outcome'> & {
  /** Present from version 2 on. */
  betId?: string
  bet: RaceBet
  index: number
  outcome: RaceBetOutcome
}

/** Settles a bet on a race; a void race returns the stake. */
export function settledRaceBet(
  hashes: Hashes,
  race: SettledRace,
  { id: betId, bet, index }: AcceptedRaceBet,
): SettledRaceBet {
  const payout = payoutOf(hashes, race, { bet, index })
  const isIdBound = race.rulesVersion > 1
  return {
    ...race,
    ...(isIdBound && { betId }),
    bet,
    index,
    outcome: { ...race.outcome, payout },
  }
}

/** Summarizes the outcome of a bet. */
export function describeRaceBet(outcome: RaceBetOutcome): string {
  const { payout } = outcome
  if ('void' in outcome) return `Void: ${payout} coins returned`
  const winner = horseName(outcome.winner)
  return payout > 0 ? `Won ${payout} coins on ${winner}` : `Lost to ${winner}`
}

function payoutOf(
  hashes: Hashes,
  race: SettledRace,
  { bet: { horseId, amount }, index }: Omit<AcceptedRaceBet, 'id'>,
): Coins {
  if (!('clientSeed' in race)) return amount
  const { serverSeed, clientSeed: salt, outcome } = race
  const isWin = horseId === outcome.winner
  return raceBetPayout(hashes, { amount, isWin, serverSeed, salt, index })
}
