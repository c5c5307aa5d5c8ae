import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { buttonClass } from '../../components/button-class.ts'
import { classNames } from '../../lib/class-names.ts'
import { firstGamePath } from '../../lib/first-game-path.ts'
import { pagePath } from '../../lib/page-path.ts'
import { CasinoArt, PolygonArt, SolanaArt } from './card-art.tsx'

export function Cards() {
  return (
    <div className="mx-auto grid w-full max-w-[84rem] gap-6 py-10 md:grid-cols-2 lg:grid-cols-3">
      <LandingCard
        title="Casino"
        art={<CasinoArt />}
        colour="bg-tangerine"
        className="md:max-lg:col-span-2"
      >
        <p>
          Games with nothing up their sleeves: bet coins, and see each round
          proven before your eyes.
        </p>
        <Link to={firstGamePath} className={buttonClass('go')}>
          Play Now
        </Link>
        <Link to={pagePath('/sports/games')} className="text-link">
          See the NBA games
        </Link>
      </LandingCard>
      <LandingCard
        title="Solana Token"
        art={<SolanaArt />}
        colour="bg-bubblegum"
      >
        <p>
          GUMBY is stretching over to Solana: launching March 1st on a
          launchpad.
        </p>
      </LandingCard>
      <LandingCard
        title="Polygon Token & Games"
        art={<PolygonArt />}
        colour="bg-sky"
      >
        <p>
          The first of the family lives on Polygon, with a zone of games around
          it.
        </p>
      </LandingCard>
    </div>
  )
}

interface LandingCardProps {
  title: string
  art: ReactNode
  colour: string
  className?: string
  children: ReactNode
}

function LandingCard(props: LandingCardProps) {
  const { title, art, colour, className, children } = props
  return (
    <article
      className={classNames(
        'rubber-card flex flex-col overflow-hidden',
        className,
      )}
    >
      <div className={classNames('card-art', colour)}>{art}</div>
      <div className="flex flex-1 flex-col items-start gap-3 p-6">
        <h2 className="text-title">{title}</h2>
        {children}
      </div>
    </article>
  )
}
