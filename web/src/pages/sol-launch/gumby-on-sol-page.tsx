import { Drawing } from '../../components/drawing.tsx'
import { Chapters, Facts, InfoPage } from '../../components/info-page.tsx'
import { SiteLinkButton } from '../../components/site/site-link-button.tsx'
import { useSiteLinks } from '../../components/site/site-links.ts'
import { ReferralCard } from './referral-card.tsx'

const facts = [
  { name: 'Total supply', value: '1,000,000,000' },
  { name: 'Team', value: '0%' },
  { name: 'Buy tax', value: '0%' },
  { name: 'Sell tax', value: '0%' },
]

/** /GumbyonSOL: the token starts again, on Solana. */
export function GumbyOnSolPage() {
  const links = useSiteLinks()
  return (
    <InfoPage
      title="Gumby on SOL"
      colour="bg-bubblegum"
      art={<RocketBand />}
      lead={
        <>
          <p>Gumby is relaunching on Solana, stretched back and loaded.</p>
          <p className="mt-2 mb-4">
            Launch: <b>March 1st</b>, on a launchpad.
          </p>
          <SiteLinkButton link={links?.messenger} variant="go" size="large">
            Buy
          </SiteLinkButton>
        </>
      }
    >
      <section aria-labelledby="tokenomics" className="grid gap-4">
        <h2 id="tokenomics" className="text-title">
          Tokenomics
        </h2>
        <Facts facts={facts} />
      </section>
      <Roadmap />
      <ReferralCard />
    </InfoPage>
  )
}

const phases = [
  {
    title: 'Phase 1: Stretch',
    points: [
      'Relaunch announced',
      'Referral links open',
      'The community gathers',
    ],
  },
  {
    title: 'Phase 2: Snap',
    points: [
      'Launch on a launchpad, March 1st',
      'No team tokens, no taxes',
      'Liquidity on Solana',
    ],
  },
  {
    title: 'Phase 3: Bounce',
    points: [
      'Listings and charts',
      'Gumby at the casino tables',
      'Airdrops for those who spread the word',
    ],
  },
]

export function Roadmap() {
  return (
    <section aria-labelledby="roadmap" className="grid gap-4">
      <h2 id="roadmap" className="text-title">
        Roadmap
      </h2>
      <Chapters chapters={phases} level="h3" />
    </section>
  )
}

/** A rocket of rubber in a pulled slingshot. */
export function RocketBand() {
  return (
    <Drawing>
      <path d="M196 128 V60 M244 128 V60" fill="none" strokeWidth="20" />
      <path
        d="M196 128 V60 M244 128 V60"
        fill="none"
        stroke="var(--color-lime)"
        strokeWidth="9"
      />
      <path d="M196 62 L70 96 L244 62" fill="none" strokeWidth="13" />
      <path
        d="M196 62 L70 96 L244 62"
        fill="none"
        stroke="var(--color-tangerine)"
        strokeWidth="5"
      />
      <g transform="rotate(-15 110 84)">
        <path d="M74 66 l-26 -16 v64 l26 -16Z" fill="var(--color-sun)" />
        <path
          d="M70 62 H120 Q160 64 172 82 Q160 100 120 102 H70Z"
          fill="var(--color-cream)"
        />
        <path
          d="M132 64 Q160 66 172 82 Q160 98 132 100Z"
          fill="var(--color-sky)"
        />
        <circle cx="104" cy="82" r="11" fill="var(--color-sky)" />
      </g>
    </Drawing>
  )
}
