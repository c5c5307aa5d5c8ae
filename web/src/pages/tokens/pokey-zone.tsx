import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { buttonClass } from '../../components/button-class.ts'
import { ArtCard } from '../../components/info-page.tsx'
import { SecurityNotice } from '../../components/site/security-notice.tsx'
import { pagePath } from '../../lib/page-path.ts'
import { ChartArt, PaperArt } from './art/art.tsx'
import '../../components/info-page.css'

interface PokeyZoneProps {
  art: ReactNode
  race: ReactNode
}

/** /pokey: the horse race first, then its token. */
export function PokeyZone({ art, race }: PokeyZoneProps) {
  return (
    <>
      {race}
      <div className="info-page mt-6">
        <header className="flex min-h-16 items-center gap-x-4 gap-y-1 rounded-card border-3 border-outline bg-bubblegum px-5 py-1 font-semibold text-on-toy leading-tight shadow-[inset_0_3px_0_var(--color-shine),0_var(--rise-card)_0_var(--color-outline)]">
          <span className="w-16 flex-none">{art}</span>
          <h2 className="font-bold text-(length:--text-title)">Pokey</h2>
          <p>The inflatable racer of the family, and the star of this race.</p>
        </header>
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
