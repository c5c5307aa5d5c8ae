import type { CSSProperties } from 'react'
import { horses } from '#core/race/horses.ts'
import { HorseStill } from './horse/horse-sprite.tsx'

/** The horse of the house, cheering. */
export function RaceArt() {
  const [special = horses[0]] = horses.filter(({ isSpecial }) => isSpecial)
  if (!special) return null
  return (
    <HorseStill
      horse={special.id}
      mood="cheering"
      className="h-full w-full"
      style={{ '--coat': special.color } as CSSProperties}
    />
  )
}
