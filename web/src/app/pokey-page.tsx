import { RaceWidget } from '../features/races/race-widget.tsx'
import { PokeyHero } from '../features/tokens/pokey-hero.tsx'

/** /pokey: the token, and its horse race. */
export function PokeyPage() {
  return (
    <div className="mx-auto w-full max-w-[84rem]">
      <PokeyHero />
      <RaceWidget />
    </div>
  )
}
