import { horses } from '#core/race/horses.ts'
import { HorseStill } from './horse/horse-sprite.tsx'

/** The special horse, cheering. */
export function RaceArt() {
  const special = horses.find(({ isSpecial }) => isSpecial)
  return (
    special && (
      <HorseStill horse={special.id} mood="cheering" className="size-full" />
    )
  )
}
