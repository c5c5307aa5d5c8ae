import { type ComponentProps, type CSSProperties, memo } from 'react'
import { type HorseId, horses } from '#core/race/horses.ts'
import { classNames } from '../../lib/class-names.ts'
import { horseFigure } from './horse-figure.ts'
import { cheering, FRAME, gallop, standing, sulking } from './pose.ts'
import './horse.css'

const STRIDES = 8
const stills = { standing, cheering, sulking }

export type HorseMood = keyof typeof stills | 'galloping'

type HorseSpriteProps = {
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
  const frames = Array.from({ length: STRIDES }, (_, at) => {
    const figure = horseFigure(horse, gallop(at / STRIDES))
    return `<g transform="translate(${at * FRAME.width} 0)">${figure}</g>`
  })
  return <Drawn frames={frames} className="horse-strip" />
})

type HorseStillProps = Omit<ComponentProps<'svg'>, 'ref'> & {
  horse: HorseId
  mood?: keyof typeof stills
}

/** A horse that does not move, in its coat. */
export function HorseStill(props: HorseStillProps) {
  const { horse, mood = 'standing', style, ...svg } = props
  const frames = [horseFigure(horse, stills[mood])]
  return (
    <Drawn {...svg} frames={frames} style={{ ...getCoat(horse), ...style }} />
  )
}

type DrawnProps = Omit<ComponentProps<'svg'>, 'ref'> & {
  /** SVG of figures, each as wide as a frame. */
  frames: readonly string[]
}

function Drawn({ frames, className, ...svg }: DrawnProps) {
  return (
    <svg
      viewBox={`0 0 ${FRAME.width * frames.length} ${FRAME.height}`}
      aria-hidden="true"
      className={classNames('horse', className)}
      {...svg}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by our own code
      dangerouslySetInnerHTML={{ __html: frames.join('') }}
    />
  )
}

/** Sets `--coat` to the horse's colour. */
export function getCoat(horse: HorseId): CSSProperties {
  const coat = horses.find(({ id }) => id === horse)?.color
  return { '--coat': coat } as CSSProperties
}
