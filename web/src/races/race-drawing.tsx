import type { CSSProperties } from 'react'
import { type HorseId, horseName, horses } from '#core/race/horses.ts'
import { FINISH_PERCENT, UNITS_A_PERCENT } from '#core/race/race.ts'
import type { SettledRace, SettledRaceBet } from '#core/race/settled-race.ts'
import { HorseStill } from './horse/horse-sprite.tsx'
import './race-drawing.css'

interface RaceDrawingProps {
  settled: SettledRace | SettledRaceBet
}

/** The finish of a race, still: who came in where, and whom the bet was on. */
export function RaceDrawing({ settled }: RaceDrawingProps) {
  const { outcome } = settled
  if ('void' in outcome) return null
  const picked = 'bet' in settled ? settled.bet.horseId : undefined
  const shares = outcome.positions.map(
    (position) => position / UNITS_A_PERCENT / FINISH_PERCENT,
  )
  return (
    <ol aria-label="The finish" className="race-drawing">
      {outcome.order.map((horse, place) => (
        <Lane
          key={horse}
          horse={horse}
          isFirst={place === 0}
          isPicked={horse === picked}
          share={Math.min(1, shares[horse - 1] ?? 0)}
        />
      ))}
    </ol>
  )
}

interface LaneProps {
  horse: HorseId
  isFirst: boolean
  isPicked: boolean
  /** Of the way to the finish. */
  share: number
}

function Lane({ horse, isFirst, isPicked, share }: LaneProps) {
  const coat = horses.find(({ id }) => id === horse)?.color
  return (
    <li style={{ '--coat': coat, '--share': share } as CSSProperties}>
      <span className="race-drawing-run">
        <HorseStill
          horse={horse}
          mood={isFirst ? 'cheering' : 'standing'}
          className="race-drawing-horse"
        />
      </span>
      <span className="race-drawing-name">
        <span>{horseName(horse)}</span>
        {isPicked && <strong className="race-drawing-bet">the bet</strong>}
      </span>
    </li>
  )
}
