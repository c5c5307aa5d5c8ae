import { PokeyWhitepaper } from '../pages/tokens/papers/pokey-whitepaper.tsx'
import { PokeyFigure } from './pokey-figure.tsx'

/** /pokeywhitepaper */
export function PokeyWhitepaperPage() {
  return <PokeyWhitepaper art={<PokeyFigure />} />
}
