import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { buttonClass } from '../../components/button-class.ts'
import { ArtCard, InfoPage } from '../../components/info-page.tsx'
import { useSiteLinks } from '../../components/site/site-links.ts'
import { pagePath } from '../../lib/page-path.ts'
import { CakeArt, ChartArt, PaperArt, SwapArt } from './art/art.tsx'
import { GumbyFigure } from './art/gumby-figure.tsx'
import { StandInNote, TokenPrice } from './market/token-price.tsx'

/** /gumby: the zone around the token on Polygon. */
export function GumbyPage() {
  const links = useSiteLinks()
  return (
    <InfoPage
      title="Gumby Zone"
      colour="bg-lime"
      art={<GumbyFigure />}
      lead="Gumby is a ball of chewing gum with a token on Polygon. Blow it up, stretch it, read all about it."
    >
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        <ZoneCard
          title="Whitepaper"
          art={<PaperArt />}
          colour="bg-tangerine"
          to={pagePath('/whitepaper')}
          action="Read it"
        >
          <p>What it is for, where it stands, what may come.</p>
        </ZoneCard>
        <ZoneCard
          title="Swap"
          art={<SwapArt />}
          colour="bg-sky"
          to={pagePath('/swap')}
          action="Swap"
        >
          <TokenPrice links={links} />
        </ZoneCard>
        <ZoneCard
          title="Tokenomics"
          art={<CakeArt />}
          colour="bg-bubblegum"
          to={pagePath('/tokenomics')}
          action="See the slices"
        >
          <p>A billion tokens, and who gets which slice.</p>
        </ZoneCard>
        <ZoneCard
          title="Charts"
          art={<ChartArt />}
          colour="bg-sun"
          to={pagePath('/chart')}
          action="Open the chart"
        >
          <p>Every wobble of the price, day by day.</p>
        </ZoneCard>
      </div>
      {links && <StandInNote symbol={links.pair.symbol} />}
    </InfoPage>
  )
}

interface ZoneCardProps {
  title: string
  art: ReactNode
  colour: string
  to: string
  action: string
  children: ReactNode
}

function ZoneCard({ to, action, children, ...card }: ZoneCardProps) {
  return (
    <ArtCard {...card}>
      <div className="grid flex-1 content-start">{children}</div>
      <Link to={to} className={buttonClass('plain')}>
        {action}
      </Link>
    </ArtCard>
  )
}
