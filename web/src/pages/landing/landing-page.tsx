import { Link } from 'react-router-dom'
import { ArtCard } from '../../components/info-page.tsx'
import { firstGamePath } from '../../games/shared/first-game-path.ts'
import { pagePath } from '../../lib/page-path.ts'
import casino from '../art/casino.svg?raw'
import polygon from '../art/polygon.svg?raw'
import solana from '../art/solana.svg?raw'
import { Footer } from './footer.tsx'
import { FreeFlip } from './free-flip.tsx'
import { Hero } from './hero.tsx'

export function LandingPage() {
  return (
    <>
      <Hero />
      <FreeFlip />
      <MoreToSee />
    </>
  )
}

/** Sections besides the games. */
export function MoreToSee() {
  return (
    <>
      <Cards />
      <Footer />
    </>
  )
}

function Cards() {
  return (
    <div className="mx-auto grid w-full max-w-[84rem] gap-6 py-10 md:grid-cols-2 lg:grid-cols-3">
      <ArtCard
        title="Solana Token"
        art={solana}
        colour="bg-bubblegum"
        text="GUMBY is stretching over to Solana: launching March 1st on a launchpad."
        to={pagePath('/GumbyonSOL')}
        action="Learn More"
      />
      <ArtCard
        title="Polygon Token & Games"
        art={polygon}
        colour="bg-sky"
        text="The first token of the family lives on Polygon, with a zone of games around it."
        to={pagePath('/gumby')}
        action="View Token & Games"
      />
      <ArtCard
        title="Casino"
        art={casino}
        colour="bg-tangerine"
        className="md:max-lg:col-span-2"
        text="Slots, cards, coins, NBA games and a horse race: your browser proves every round."
        to={firstGamePath}
        action="Play Now"
        variant="go"
      >
        <Link to={pagePath('/sports/games')} className="text-link">
          See the NBA games
        </Link>
        <Link to={pagePath('/pokey')} className="text-link">
          Watch the horse race
        </Link>
      </ArtCard>
    </div>
  )
}
