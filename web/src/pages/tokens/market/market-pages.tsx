import type { ReactNode } from 'react'
import { Bendy } from '../../../components/bendy.tsx'
import { InfoPage } from '../../../components/info-page.tsx'
import { Picture } from '../../../components/picture.tsx'
import { useSiteLinks } from '../../../components/site/site-links.ts'
import { Spinner } from '../../../components/spinner.tsx'
import chart from '../../art/chart.svg?raw'
import swap from '../../art/swap.svg?raw'
import { thirdPartyUrl } from '../../frames/third-party-url.ts'
import { ThirdPartyFrame } from './third-party-frame.tsx'
import { StandInNote } from './token-price.tsx'

/** /chart: prices of the pair, drawn by a third party's widget. */
export const ChartPage = () => (
  <MarketPage
    name="chart"
    title="Charts"
    colour="bg-lime"
    art={<Picture svg={chart} />}
    lead="Up, down and all the wobbles in between: prices on Polygon, day by day."
    frameTitle="Price chart"
    heightPx={600}
  />
)

/** /swap: a third party's exchange in a frame. */
export const SwapPage = () => (
  <MarketPage
    name="swap"
    title="Swap"
    colour="bg-sky"
    art={<Picture svg={swap} />}
    lead="Trade tokens on Polygon at a third-party exchange. What you trade there is real, and has nothing to do with your coins here."
    frameTitle="Token swap"
    heightPx={640}
  />
)

interface MarketPageProps {
  name: 'chart' | 'swap'
  title: string
  colour: string
  art: ReactNode
  lead: string
  frameTitle: string
  heightPx: number
}

function MarketPage({ name, frameTitle, heightPx, ...head }: MarketPageProps) {
  const links = useSiteLinks()
  const url = links && thirdPartyUrl(name, links)
  return (
    <InfoPage {...head}>
      {links && url ? (
        <>
          {name === 'chart' && <StandInNote symbol={links.pair.symbol} />}
          <ThirdPartyFrame
            name={name}
            title={frameTitle}
            owner={links[name].name}
            url={url}
            heightPx={heightPx}
          />
        </>
      ) : (
        <ComingSoon heightPx={heightPx} isLoading={links === undefined} />
      )}
    </InfoPage>
  )
}

interface ComingSoonProps {
  heightPx: number
  isLoading: boolean
}

/** Shown while the operator has configured no third party. */
function ComingSoon({ heightPx, isLoading }: ComingSoonProps) {
  return (
    <div
      className="rubber-card grid place-content-center place-items-center gap-4 p-6 text-center"
      style={{ minHeight: heightPx }}
    >
      {isLoading ? (
        <Spinner label="Loading…" />
      ) : (
        <>
          <Bendy mood="waiting" className="w-36" />
          <h2 className="text-title">Coming soon</h2>
          <p className="max-w-md text-soft">
            GUMBY has no market to show here yet. Once it has one, this page
            will.
          </p>
        </>
      )}
    </div>
  )
}
