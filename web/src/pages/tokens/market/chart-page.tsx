import { InfoPage } from '../../../components/info-page.tsx'
import { useSiteLinks } from '../../../components/site/site-links.ts'
import { thirdPartyUrl } from '../../frames/third-party-url.ts'
import { ChartArt } from '../art/market-art.tsx'
import { ComingSoon } from './coming-soon.tsx'
import { StandInNote } from './stand-in-note.tsx'
import { ThirdPartyFrame } from './third-party-frame.tsx'

const HEIGHT_PX = 600

/** /chart: the pair's prices, drawn by a third party's widget. */
export function ChartPage() {
  const links = useSiteLinks()
  const url = links && thirdPartyUrl('chart', links)
  return (
    <InfoPage
      title="Charts"
      colour="bg-lime"
      art={<ChartArt />}
      lead="Up, down and all the wobbles in between: prices on Polygon, day by day."
    >
      {links && url ? (
        <>
          <StandInNote symbol={links.pair.symbol} />
          <ThirdPartyFrame
            name="chart"
            title="Price chart"
            owner={links.chart.name}
            url={url}
            heightPx={HEIGHT_PX}
          />
        </>
      ) : (
        <ComingSoon heightPx={HEIGHT_PX} isKnown={links !== undefined} />
      )}
    </InfoPage>
  )
}
