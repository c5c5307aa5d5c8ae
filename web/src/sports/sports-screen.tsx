import { useQuery } from '@tanstack/react-query'
import type { User } from '#core/api/account.ts'
import { Bendy } from '../components/bendy.tsx'
import { PauseBanner } from '../components/pause-banner.tsx'
import { type Tab, Tabs } from '../components/tabs.tsx'
import type { Bet } from '../games/shared/use-bet.ts'
import { BetList } from './bets/bet-list.tsx'
import { SportsBetPanel } from './bets/sports-bet-panel.tsx'
import { GamesTab } from './games/games-tab.tsx'
import { OddsToggle } from './odds-toggle.tsx'
import { sportsGamesQuery } from './sports-api.ts'
import { SportsNotes } from './sports-notes.tsx'
import { useOwnBets } from './use-own-bets.ts'
import { useSlip } from './use-slip.ts'
import './sports.css'

/** Games, bets and the bet panel. @property player null for visitors. */
export function SportsScreen({ player }: { player: User | null }) {
  const games = useQuery(sportsGamesQuery)
  const bets = useOwnBets(player?.id, 'screen')
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
      <div className="sports-list">
        <BetList bets={bets} empty={<p>No bets placed yet.</p>} />
      </div>
    ),
  }
  return (
    <section aria-label="Sports Betting" className="game-stage">
      <div className="rubber-card sports-board">
        <h2>Sports Betting</h2>
        <OddsToggle />
        <Tabs
          label="Sports Betting"
          tabs={player ? [gamesTab, betsTab] : [gamesTab]}
        />
      </div>
      <div className="game-stage-side">
        {selected && standing ? (
          <div className="game-stage-panel">
            <SportsBetPanel
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
        <SportsNotes games={games.data} />
      </div>
    </section>
  )
}

function EmptySlip({ bet }: { bet: Bet }) {
  return bet.pause ? (
    <PauseBanner {...bet.pause} />
  ) : (
    <section aria-label="Bet slip" className="rubber-card empty-slip">
      <Bendy className="w-16 flex-none" />
      <p>
        <strong>Your bet slip is empty.</strong>{' '}
        <span>Tap a price to bet on it.</span>
      </p>
    </section>
  )
}
