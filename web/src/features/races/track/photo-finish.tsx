import type { CSSProperties } from 'react'
import { horseName, horses } from '#core/race/horses.ts'
import type { Race } from '#core/race/race.ts'
import { HorseStill } from '../horse/horse-sprite.tsx'
import { photoFinishMargin } from './drawn-race.ts'

/** How far apart the noses are drawn, in percent of the picture. */
const GAP = { aPercent: 60, min: 3, max: 24 }

/** What the camera at the line saw, where two came in on the same tick. */
export function PhotoFinish({ course }: { course: Race }) {
  const margin = photoFinishMargin(course)
  const [first, second] = course.order
  if (margin === undefined || !first || !second) return null
  const gap = Math.min(GAP.max, Math.max(GAP.min, margin * GAP.aPercent))
  return (
    <figure className="race-photo">
      <div className="race-photo-film">
        <Nose horse={second} behind={gap} />
        <Nose horse={first} behind={0} />
        <span className="race-photo-line" />
      </div>
      <figcaption>
        <strong>Photo finish</strong>
        <span>
          {horseName(first)} by {margin.toFixed(3)} %
        </span>
      </figcaption>
    </figure>
  )
}

function Nose({ horse, behind }: { horse: number; behind: number }) {
  const coat = horses.find(({ id }) => id === horse)
  return (
    coat && (
      <span
        className="race-photo-nose"
        style={
          { '--coat': coat.color, '--behind': `${behind}%` } as CSSProperties
        }
      >
        <HorseStill horse={coat.id} className="w-full" />
      </span>
    )
  )
}
