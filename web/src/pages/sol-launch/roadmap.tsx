import { Chapters } from '../../components/info-page.tsx'

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
