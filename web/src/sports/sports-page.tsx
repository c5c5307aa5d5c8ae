import { useQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router-dom'
import type { User } from '#core/api/account.ts'
import { Bendy } from '../components/bendy.tsx'
import { NewTabLink } from '../components/new-tab-link.tsx'
import { PauseBanner } from '../components/pause-banner.tsx'
import { type Tab, Tabs } from '../components/tabs.tsx'
import type { Bet } from '../games/shared/use-bet.ts'
import { pagePath } from '../lib/page-path.ts'
import { useAuth } from '../session/auth.tsx'
import { BetList } from './bet-list.tsx'
import { BetSlip } from './bet-slip.tsx'
import { GamesTab } from './games-tab.tsx'
import { isSimulated } from './offers.ts'
import { ScrollList } from './scroll-list.tsx'
import { OddsToggle } from './shared/odds.tsx'
import { SeasonSeeds } from './shared/season-seeds.tsx'
import { sportsBetsQuery, sportsGamesQuery } from './sports-queries.ts'
import { useSlip } from './use-slip.ts'
import './sports.css'

/** /sports, for players. */
export function SportsPage() {
  const { user } = useAuth()
  // A selection belongs to one player.
  return user && <SportsScreen key={user.id} player={user} />
}

/** /sports/games, for everyone; players can bet on them at /sports. */
export function PublicGamesPage() {
  const { user } = useAuth()
  if (user) return <Navigate to={pagePath('/sports')} replace />
  return (
    <div className="mx-auto w-full max-w-[84rem]">
      <h1 className="mb-3 text-display max-sm:text-title">NBA Games</h1>
      <SportsScreen player={null} />
    </div>
  )
}

/** Games, bets and the bet slip. @property player null for visitors. */
function SportsScreen({ player }: { player: User | null }) {
  const games = useQuery(sportsGamesQuery)
  const bets = useQuery(sportsBetsQuery(player?.id))
  const slip = useSlip(player, games.data)
  const { bet, selected, standing, pick } = slip
  const gamesTab: Tab = {
    value: 'games',
    label: 'NBA Games',
    content: <GamesTab games={games} picked={selected} onPick={pick} />,
  }
  const betsTab: Tab = {
    value: 'bets',
    label: 'My Bets',
    content: (
      <ScrollList className="h-[600px]">
        <BetList bets={bets} empty={<p>No bets placed yet.</p>} />
      </ScrollList>
    ),
  }
  return (
    <section aria-label="Sports Betting" className="game-stage">
      <div className="rubber-card sports-board">
        <h2 className="whitespace-nowrap pl-1 text-[clamp(var(--text-lead),2vw,var(--text-title))]">
          Sports Betting
        </h2>
        <OddsToggle />
        <Tabs
          label="Sports Betting"
          tabs={player ? [gamesTab, betsTab] : [gamesTab]}
        />
      </div>
      <div className="game-stage-side">
        {selected && standing ? (
          <div className="game-stage-panel">
            <BetSlip
              key={`${selected.gameId} ${selected.market} ${selected.name}`}
              {...slip}
              selected={selected}
              standing={standing}
              isVisitor={!player}
            />
          </div>
        ) : (
          <EmptySlip bet={bet} />
        )}
        {isSimulated(games.data) && <SeasonNote />}
        <RulesNote />
      </div>
    </section>
  )
}

function EmptySlip({ bet }: { bet: Bet }) {
  return bet.pause ? (
    <PauseBanner {...bet.pause} />
  ) : (
    <section
      aria-label="Bet slip"
      className="rubber-card flex items-center gap-4 p-4"
    >
      <Bendy className="w-16 flex-none" />
      <p>
        <strong className="block font-display text-lead/normal font-semibold">
          Your bet slip is empty.
        </strong>{' '}
        <span>Tap a price to bet on it.</span>
      </p>
    </section>
  )
}

function SeasonNote() {
  return (
    <details className="rubber-card p-4">
      <summary className="cursor-pointer font-display font-medium">
        What is a simulated season?
      </summary>
      <div className="mt-3 grid gap-3 text-small text-soft">
        <p>
          These games are not real. The casino simulates a season from a secret
          seed and publishes the seed's hash first, so the results can't be
          changed later.
        </p>
        <SeasonSeeds />
      </div>
    </details>
  )
}

function RulesNote() {
  return (
    <p className="rubber-card p-4 text-small text-soft">
      Final scores settle bets, overtime included.{' '}
      <NewTabLink href={pagePath('/sports/rules')} className="text-link">
        Settlement rules
      </NewTabLink>
    </p>
  )
}
