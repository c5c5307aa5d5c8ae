import { horseName } from '#core/race/horses.ts'
import { FINISH_PERCENT, UNITS_A_PERCENT } from '#core/race/race.ts'
import type { SettledRace, SettledRaceBet } from '#core/race/settled-race.ts'
import { HorseStill } from './horse/horse-sprite.tsx'

type RaceDrawingProps = {
  settled: SettledRace | SettledRaceBet
}

/** The finish of a race: the order, and the horse that the bet was on. */
export function RaceDrawing({ settled }: RaceDrawingProps) {
  const { outcome } = settled
  if ('void' in outcome) return null
  const picked = 'bet' in settled ? settled.bet.horseId : undefined
  return (
    <ol aria-label="The finish" className="grid [counter-reset:place]">
      {outcome.order.map((horse, place) => {
        const position = outcome.positions[horse - 1] ?? 0
        const share = position / UNITS_A_PERCENT / FINISH_PERCENT
        return (
          <li
            key={horse}
            className="grid grid-cols-[1fr_8.5rem] items-center gap-3 border-b-2 border-dashed border-soft/45 [counter-increment:place] last:border-b-0"
          >
            {/* Its right side is the finish. */}
            <span className="relative h-13 border-soft border-r-5 [border-right-style:double]">
              <HorseStill
                horse={horse}
                mood={place === 0 ? 'cheering' : 'standing'}
                className="absolute bottom-0 h-13 w-auto"
                style={{ right: `${(1 - Math.min(1, share)) * 100}%` }}
              />
            </span>
            <span className="grid grid-cols-[1.25rem_1fr] font-display font-semibold leading-[1.2] before:text-soft before:content-[counter(place)]">
              <span>{horseName(horse)}</span>
              {horse === picked && (
                <strong className="col-start-2 text-[0.875rem] text-sun-text">
                  the bet
                </strong>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
