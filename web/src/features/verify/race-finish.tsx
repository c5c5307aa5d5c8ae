import { horseName } from '#core/race/horses.ts'
import { UNITS_A_PERCENT } from '#core/race/race.ts'
import type { SettledRace } from '#core/race/settled-race.ts'
import type { SettledRaceBet } from '#core/race/settled-race-bet.ts'
import { Card } from '../../components/card.tsx'
import { coinsText } from '../../lib/format.ts'

/** How the race went when this browser ran it again, and what the bet was worth. */
export function RaceFinish({
  settled,
}: {
  settled: SettledRace | SettledRaceBet
}) {
  return (
    <Card>
      <h2 className="text-title">The race</h2>
      <Places settled={settled} />
      {'bet' in settled && <BetPaid settled={settled} />}
    </Card>
  )
}

function Places({
  settled: { outcome },
}: {
  settled: SettledRace | SettledRaceBet
}) {
  if ('void' in outcome) {
    return <p className="mt-3">It was never run. Every stake went back.</p>
  }
  const { order, positions, ticks } = outcome
  return (
    <>
      <p className="mt-2 text-soft">
        After {ticks} steps of every horse, each by a draw of its own, as your
        browser ran them.
      </p>
      <div className="mt-4 overflow-x-auto">
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
    <p className="mt-4">
      The bet of {coinsText(bet.amount)} on {horseName(bet.horseId)}, number{' '}
      {index} among the accepted ones, paid{' '}
      <strong>{coinsText(outcome.payout)}</strong>.
    </p>
  )
}
