import { type ComponentProps, type CSSProperties, memo } from 'react'
import { type HorseId, horses } from '#core/race/horses.ts'
import { HorseFigure } from './horse-figure.tsx'
import { outfits } from './outfits.tsx'
import {
  cheering,
  FRAME,
  gallop,
  type Pose,
  standing,
  sulking,
} from './pose.ts'
import './horse.css'

const STRIDES = 8
const strides = Array.from({ length: STRIDES }, (_, at) => gallop(at / STRIDES))

export type HorseMood = 'standing' | 'galloping' | 'cheering' | 'sulking'

const stills = { standing, cheering, sulking } as const satisfies Record<
  Exclude<HorseMood, 'galloping'>,
  Pose
>

interface HorseSpriteProps {
  horse: HorseId
  mood: HorseMood
}

/**
 * A horse that can gallop. The gallop is a strip of frames moved by CSS, so that
 * no frame is drawn while it runs.
 */
export const HorseSprite = memo(function HorseSprite(props: HorseSpriteProps) {
  const { horse, mood } = props
  return (
    <>
      <div className="horse-frame" hidden={mood !== 'galloping'}>
        <Gallop horse={horse} />
      </div>
      {mood !== 'galloping' && (
        <HorseStill horse={horse} mood={mood} className="horse-frame" />
      )}
    </>
  )
})

const Gallop = memo(function Gallop({ horse }: { horse: HorseId }) {
  const { width, height } = FRAME
  return (
    <svg
      viewBox={`0 0 ${width * STRIDES} ${height}`}
      aria-hidden="true"
      className="horse-strip"
    >
      {strides.map((pose, at) => (
        <g
          key={pose.body.turnDeg + pose.body.y}
          transform={`translate(${at * width} 0)`}
        >
          <HorseFigure outfit={outfits[horse]} pose={pose} />
        </g>
      ))}
    </svg>
  )
})

interface HorseStillProps extends Omit<ComponentProps<'svg'>, 'ref'> {
  horse: HorseId
  mood?: keyof typeof stills
}

/** A horse that does not move, in its coat. */
export function HorseStill(props: HorseStillProps) {
  const { horse, mood = 'standing', style, ...svg } = props
  return (
    <svg
      viewBox={`0 0 ${FRAME.width} ${FRAME.height}`}
      aria-hidden="true"
      style={{ ...coatOf(horse), ...style }}
      {...svg}
    >
      <HorseFigure outfit={outfits[horse]} pose={stills[mood]} />
    </svg>
  )
}

/** Sets `--coat` to the horse's colour. */
export function coatOf(horse: HorseId): CSSProperties {
  const coat = horses.find(({ id }) => id === horse)?.color
  return { '--coat': coat } as CSSProperties
}
