import { horseName } from '#core/race/horses.ts'
import type { Race } from '#core/race/race.ts'
import { getCoat, HorseStill } from '../horse/horse-sprite.tsx'
import { gapsBehind, isPhotoFinish } from './drawn-race.ts'

/** The first three on a podium, and a photo where two crossed on one tick. */
export function FinishCard({ course }: { course: Race }) {
  const gaps = gapsBehind(course)
  return (
    // Appears once all have crossed the line.
    <div className="absolute bottom-3 left-3 z-9 flex w-max max-w-[calc(100%-1.5rem)] animate-[toast-in_320ms_var(--ease-spring)_1.3s_backwards] items-end gap-[clamp(0.5rem,2cqw,1.25rem)] rounded-card border-3 border-outline bg-panel px-3 pt-2 shadow-[0_4px_0_var(--color-outline)]">
      {isPhotoFinish(course) && (
        <PhotoFinish course={course} gap={gaps[1] ?? 0} />
      )}
      <ol aria-label="Podium" className="flex items-end">
        {course.order.slice(0, 3).map((horse, place) => (
          <li
            key={horse}
            className="w-[clamp(3.75rem,12cqw,6.5rem)] first:order-1 last:order-2"
            style={getCoat(horse)}
          >
            <HorseStill
              horse={horse}
              mood={place === 0 ? 'cheering' : 'standing'}
              className="w-full"
            />
            <span
              className={`grid place-content-center border-3 border-outline border-b-0 bg-(--coat) text-center font-display font-semibold text-[#1b1030] text-[0.8125rem] leading-[1.05] ${place === 0 ? 'h-[clamp(2.75rem,8.5cqw,4.5rem)]' : 'h-[clamp(2rem,6cqw,3.25rem)]'}`}
            >
              <strong
                className={
                  place === 0 ? 'text-title/[1.05]' : 'text-base/[1.05]'
                }
              >
                {place + 1}
              </strong>
              <span className="sr-only">{horseName(horse)}</span>
              {place > 0 && <span>+{(gaps[place] ?? 0).toFixed(2)} %</span>}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Distance between the drawn noses, in percent of the picture. */
const GAP = { aPercent: 60, min: 4, max: 24 }

/** The winner and the next one at the line, as the camera there saw them. */
function PhotoFinish({ course, gap }: { course: Race; gap: number }) {
  const drawn = Math.min(GAP.max, Math.max(GAP.min, gap * GAP.aPercent))
  return (
    <figure className="photo-finish">
      <div className="photo-film">
        {course.order.slice(0, 2).map((horse, place) => (
          <span
            key={horse}
            style={{ ...getCoat(horse), right: `${place * drawn}%` }}
          >
            <HorseStill horse={horse} className="h-full" />
          </span>
        ))}
      </div>
      <figcaption>
        Photo finish: won by {gap.toPrecision(2)} % of the track
      </figcaption>
    </figure>
  )
}
