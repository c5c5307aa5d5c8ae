import { RaceWidget } from '../features/races/race-widget.tsx'
import { PokeyZone } from '../features/tokens/pokey-zone.tsx'
import { PokeyFigure } from './pokey-figure.tsx'

/** /pokey: the token, and its horse race. */
export function PokeyPage() {
  return (
    <PokeyZone art={<PokeyFigure mood="cheering" />} race={<RaceWidget />} />
  )
}
