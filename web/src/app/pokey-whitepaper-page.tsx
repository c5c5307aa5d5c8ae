import { PokeyWhitepaper } from '../pages/texts.tsx'
import { PokeyFigure } from './pokey-figure.tsx'

/** /pokeywhitepaper */
export function PokeyWhitepaperPage() {
  return <PokeyWhitepaper art={<PokeyFigure />} />
}
