import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { ArtCard } from '../../components/art-card.tsx'
import { buttonClass } from '../../components/button-class.ts'
import { InfoPage } from '../../components/info-page.tsx'
import { SecurityNotice } from '../../domain/site/security-notice.tsx'
import { pagePath } from '../../lib/page-path.ts'
import { ChartArt } from './art/market-art.tsx'
import { PaperArt } from './art/paper-art.tsx'

interface PokeyZoneProps {
  art: ReactNode
  /** The horse race, which the page is built around. */
  race: ReactNode
}

/** What /pokey shows: the token, its race, and whom to believe. */
export function PokeyZone({ art, race }: PokeyZoneProps) {
  return (
    <>
      <InfoPage
        title="Pokey"
        colour="bg-bubblegum"
        art={art}
        lead="The inflatable racer of the family, and the race that it was made for."
      />
      <div className="mx-auto mt-8 w-full max-w-[84rem]">{race}</div>
      <div className="info-page mt-8">
        <div className="info-cards">
          <ArtCard
            title="Pokey Whitepaper"
            art={<PaperArt />}
            colour="bg-tangerine"
          >
            <p className="flex-1">Where the racer is going, and why.</p>
            <NewTabLink to={pagePath('/pokeywhitepaper')}>Read it</NewTabLink>
          </ArtCard>
          <ArtCard title="Charts" art={<ChartArt />} colour="bg-sun">
            <p className="flex-1">How prices jump, day by day.</p>
            <NewTabLink to={pagePath('/chart')}>Open the chart</NewTabLink>
          </ArtCard>
        </div>
        <SaleNotice />
        <SecurityNotice />
      </div>
    </>
  )
}

function SaleNotice() {
  return (
    <section aria-labelledby="sale" className="note-sticker">
      <h2 id="sale" className="text-lead">
        The sale is not live
      </h2>
      <p>
        Pokey will launch on a launchpad. Until then there is none to buy,
        whoever offers it.
      </p>
    </section>
  )
}

/** A race goes on: who reads on does so in a tab of its own. */
function NewTabLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} target="_blank" className={buttonClass('plain')}>
      {children}
      <span className="sr-only"> (opens a new tab)</span>
    </Link>
  )
}
