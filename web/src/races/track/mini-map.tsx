import type { CSSProperties } from 'react'
import { type HorseId, horses } from '#core/race/horses.ts'

/** The whole course at a glance, while the camera is close to the field. */
export function MiniMap({ own }: { own: readonly HorseId[] }) {
  return (
    <div aria-hidden="true" className="race-map">
      {horses.map(({ id, color }) => (
        <div
          key={id}
          data-own={own.includes(id) || undefined}
          className="race-map-lane"
        >
          <div
            data-dot
            className="race-map-way"
            style={{ '--coat': color } as CSSProperties}
          >
            <span className="race-map-dot" />
          </div>
        </div>
      ))}
    </div>
  )
}
