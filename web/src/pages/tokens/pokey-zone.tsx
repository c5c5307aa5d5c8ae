import type { ReactNode } from 'react'
import { ArtCard } from '../../components/info-page.tsx'
import { Section } from '../../components/section.tsx'
import { SecurityNotice } from '../../components/site/security-notice.tsx'
import { pagePath } from '../../lib/page-path.ts'
import chart from '../art/chart.svg?raw'
import paper from '../art/paper.svg?raw'
import '../../components/info-page.css'

/** /pokey: the horse race first, then its token. */
export function PokeyZone({ art, race }: { art: ReactNode; race: ReactNode }) {
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
            isNewTab
            title="Pokey Whitepaper"
            art={paper}
            colour="bg-tangerine"
            text="Where the racer is going, and why."
            to={pagePath('/pokeywhitepaper')}
            action="Read it"
          />
          <ArtCard
            isNewTab
            title="Charts"
            art={chart}
            colour="bg-sun"
            text="How prices jump, day by day."
            to={pagePath('/chart')}
            action="Open the chart"
          />
        </div>
        <Section title="The sale is not live" className="note-sticker">
          <p>
            Pokey will launch on a launchpad. Until then there’s none to buy, no
            matter who offers it.
          </p>
        </Section>
        <SecurityNotice />
      </div>
    </>
  )
}
