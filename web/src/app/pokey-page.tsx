import { PokeyZone } from '../pages/tokens/pokey-zone.tsx'
import { RaceWidget } from '../races/race-widget.tsx'
import { PokeyFigure } from './pokey-figure.tsx'

/** /pokey: the token, and its horse race. */
export function PokeyPage() {
  return (
    <PokeyZone art={<PokeyFigure mood="cheering" />} race={<RaceWidget />} />
  )
}
