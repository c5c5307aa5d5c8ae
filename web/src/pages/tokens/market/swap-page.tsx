import { InfoPage } from '../../../components/info-page.tsx'
import { useSiteLinks } from '../../../components/site/site-links.ts'
import { thirdPartyUrl } from '../../frames/third-party-url.ts'
import { SwapArt } from '../art/market-art.tsx'
import { ComingSoon } from './coming-soon.tsx'
import { ThirdPartyFrame } from './third-party-frame.tsx'

const HEIGHT_PX = 640

/** /swap: a third party's exchange in a frame. */
export function SwapPage() {
  const links = useSiteLinks()
  const url = links && thirdPartyUrl('swap', links)
  return (
    <InfoPage
      title="Swap"
      colour="bg-sky"
      art={<SwapArt />}
      lead="Trade tokens on Polygon at a third-party exchange. What you trade there is real, and has nothing to do with your coins here."
    >
      {links && url ? (
        <ThirdPartyFrame
          name="swap"
          title="Token swap"
          owner={links.swap.name}
          url={url}
          heightPx={HEIGHT_PX}
        />
      ) : (
        <ComingSoon heightPx={HEIGHT_PX} isKnown={links !== undefined} />
      )}
    </InfoPage>
  )
}
