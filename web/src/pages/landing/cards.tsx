import { Link } from 'react-router-dom'
import { buttonClass } from '../../components/button-class.ts'
import { ArtCard } from '../../components/info-page.tsx'
import { firstGamePath } from '../../games/shared/first-game-path.ts'
import { pagePath } from '../../lib/page-path.ts'
import { CasinoArt, PolygonArt, SolanaArt } from './card-art.tsx'

export function Cards() {
  return (
    <div className="mx-auto grid w-full max-w-[84rem] gap-6 py-10 md:grid-cols-2 lg:grid-cols-3">
      <ArtCard title="Solana Token" art={<SolanaArt />} colour="bg-bubblegum">
        <p className="flex-1">
          GUMBY is stretching over to Solana: launching March 1st on a
          launchpad.
        </p>
        <Link to={pagePath('/GumbyonSOL')} className={buttonClass('plain')}>
          Learn More
        </Link>
      </ArtCard>
      <ArtCard
        title="Polygon Token & Games"
        art={<PolygonArt />}
        colour="bg-sky"
      >
        <p className="flex-1">
          The first token of the family lives on Polygon, with a zone of games
          around it.
        </p>
        <Link to={pagePath('/gumby')} className={buttonClass('plain')}>
          View Token & Games
        </Link>
      </ArtCard>
      <ArtCard
        title="Casino"
        art={<CasinoArt />}
        colour="bg-tangerine"
        className="md:max-lg:col-span-2"
      >
        <p className="flex-1">
          Slots, cards, coins, NBA games and a horse race: your browser proves
          every round.
        </p>
        <Link to={firstGamePath} className={buttonClass('go')}>
          Play Now
        </Link>
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
