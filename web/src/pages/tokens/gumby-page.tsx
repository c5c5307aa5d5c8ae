import { ArtCard, InfoPage } from '../../components/info-page.tsx'
import { Picture } from '../../components/picture.tsx'
import { useSiteLinks } from '../../components/site/site-links.ts'
import { pagePath } from '../../lib/page-path.ts'
import cake from '../art/cake.svg?raw'
import chart from '../art/chart.svg?raw'
import gumby from '../art/gumby.svg?raw'
import paper from '../art/paper.svg?raw'
import swap from '../art/swap.svg?raw'
import { StandInNote, TokenPrice } from './market/token-price.tsx'

/** /gumby: the zone around the token on Polygon. */
export function GumbyPage() {
  const links = useSiteLinks()
  return (
    <InfoPage
      title="Gumby Zone"
      colour="bg-lime"
      art={<Picture svg={gumby} />}
      lead="Gumby is a ball of chewing gum with a token on Polygon. Blow it up, stretch it, read all about it."
    >
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        <ArtCard
          title="Whitepaper"
          art={paper}
          colour="bg-tangerine"
          text="What it’s for, where it stands, what may come next."
          to={pagePath('/whitepaper')}
          action="Read it"
        />
        <ArtCard
          title="Swap"
          art={swap}
          colour="bg-sky"
          text={<TokenPrice links={links} />}
          to={pagePath('/swap')}
          action="Swap"
        />
        <ArtCard
          title="Tokenomics"
          art={cake}
          colour="bg-bubblegum"
          text="A billion tokens, and who gets which slice."
          to={pagePath('/tokenomics')}
          action="See the slices"
        />
        <ArtCard
          title="Charts"
          art={chart}
          colour="bg-sun"
          text="Every wobble of the price, day by day."
          to={pagePath('/chart')}
          action="Open the chart"
        />
      </div>
      {links && <StandInNote symbol={links.pair.symbol} />}
    </InfoPage>
  )
}
