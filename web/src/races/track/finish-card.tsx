import { horseName } from '#core/race/horses.ts'
import type { Race } from '#core/race/race.ts'
import { coatOf, HorseStill } from '../horse/horse-sprite.tsx'
import { gapsBehind, isPhotoFinish } from './drawn-race.ts'

/** The first three on a podium, and a photo where two crossed on one tick. */
export function FinishCard({ course }: { course: Race }) {
  const gaps = gapsBehind(course)
  return (
    <div className="finish-card">
      {isPhotoFinish(course) && (
        <PhotoFinish course={course} gap={gaps[1] ?? 0} />
      )}
      <ol aria-label="Podium" className="podium">
        {course.order.slice(0, 3).map((horse, place) => (
          <li key={horse} style={coatOf(horse)}>
            <HorseStill
              horse={horse}
              mood={place === 0 ? 'cheering' : 'standing'}
              className="w-full"
            />
            <span className="podium-step">
              <strong>{place + 1}</strong>
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
            style={{ ...coatOf(horse), right: `${place * drawn}%` }}
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
