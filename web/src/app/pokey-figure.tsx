import type { CSSProperties } from 'react'
import { horses } from '#core/race/horses.ts'
import { HorseStill } from '../races/horse/horse-sprite.tsx'

type PokeyFigureProps = {
  mood?: 'standing' | 'cheering'
}

const pokey = horses.find(({ isSpecial }) => isSpecial)

/** Pokey is the special horse of the races. */
export function PokeyFigure({ mood = 'standing' }: PokeyFigureProps) {
  if (!pokey) return null
  return (
    <HorseStill
      horse={pokey.id}
      mood={mood}
      className="block w-full"
      style={{ '--coat': pokey.color } as CSSProperties}
    />
  )
}
