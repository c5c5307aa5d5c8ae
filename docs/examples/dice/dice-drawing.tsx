import type { Round } from '#core/fairness/round.ts'
import { dice } from './dice.ts'

/** A finished roll, in the record of its round. */
export function Drawing({ round }: { round: Round }) {
  const { roll } = dice.outcome.parse(round.outcome)
  const { below } = dice.bet.parse(round.bet)
  return (
    <p className="text-center font-display text-display font-semibold">
      {roll} <small className="text-lead">of a number below {below}</small>
    </p>
  )
}
