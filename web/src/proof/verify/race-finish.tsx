import { horseName } from '#core/race/horses.ts'
import { UNITS_A_PERCENT } from '#core/race/race.ts'
import type { SettledRace, SettledRaceBet } from '#core/race/settled-race.ts'
import { coinsText } from '../../lib/format.ts'
import { NumbersSection } from './numbers-section.tsx'

/** How the race went when this browser ran it again, and what the bet was worth. */
export function RaceFinish({
  settled,
}: {
  settled: SettledRace | SettledRaceBet
}) {
  return (
    <NumbersSection title="The race, as this browser ran it">
      <Places settled={settled} />
      {'bet' in settled && <BetPaid settled={settled} />}
    </NumbersSection>
  )
}

function Places({
  settled: { outcome },
}: {
  settled: SettledRace | SettledRaceBet
}) {
  if ('void' in outcome) {
    return <p>It was never run. Every stake went back.</p>
  }
  const { order, positions, ticks } = outcome
  return (
    <>
      <p className="text-soft">
        After {ticks} steps of every horse, each by a draw of its own, as your
        browser ran them.
      </p>
      <div className="overflow-x-auto">
        <table className="draw-table">
          <thead>
            <tr>
              <th scope="col">Place</th>
              <th scope="col">Horse</th>
              <th scope="col">Position at the end</th>
            </tr>
          </thead>
          <tbody>
            {order.map((id, place) => (
              <tr key={id}>
                <td>{place + 1}</td>
                <td className="font-bold">{horseName(id)}</td>
                <td className="hex">
                  {((positions[id - 1] ?? 0) / UNITS_A_PERCENT).toFixed(10)} %
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function BetPaid({ settled }: { settled: SettledRaceBet }) {
  const { bet, index, outcome } = settled
  return (
    <p>
      The bet of {coinsText(bet.amount)} on {horseName(bet.horseId)}, number{' '}
      {index} among the accepted ones, paid{' '}
      <strong>{coinsText(outcome.payout)}</strong>.
    </p>
  )
}
