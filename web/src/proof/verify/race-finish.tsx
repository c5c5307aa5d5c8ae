import { horseName } from '#core/race/horses.ts'
import { UNITS_A_PERCENT } from '#core/race/race.ts'
import type {
  RaceOutcome,
  SettledRace,
  SettledRaceBet,
} from '#core/race/settled-race.ts'
import { coinsText } from '../../lib/format.ts'
import { NumbersSection, NumbersTable } from './numbers.tsx'

/** Shows the replayed race, and the payout of the bet. */
export function RaceFinish({
  settled,
}: {
  settled: SettledRace | SettledRaceBet
}) {
  return (
    <NumbersSection title="The race, as this browser ran it">
      <Places outcome={settled.outcome} />
      {'bet' in settled && (
        <p>
          The bet of {coinsText(settled.bet.amount)} on{' '}
          {horseName(settled.bet.horseId)}, number {settled.index} among the
          accepted ones, paid{' '}
          <strong>{coinsText(settled.outcome.payout)}</strong>.
        </p>
      )}
    </NumbersSection>
  )
}

function Places({ outcome }: { outcome: RaceOutcome }) {
  if ('void' in outcome) {
    return <p>It was never run. All stakes were returned.</p>
  }
  const { order, positions, ticks } = outcome
  return (
    <>
      <p className="text-soft">
        After {ticks} steps per horse, each with its own draw, as your browser
        ran them.
      </p>
      <NumbersTable
        head={['Place', 'Horse', 'Final position']}
        rows={order.map((id, place) => [
          place + 1,
          <strong key="horse">{horseName(id)}</strong>,
          <span key="position" className="hex">
            {((positions[id - 1] ?? 0) / UNITS_A_PERCENT).toFixed(10)} %
          </span>,
        ])}
      />
    </>
  )
}
