import { useQuery } from '@tanstack/react-query'
import type { User } from '#core/schemas/user.ts'
import { PauseBanner } from '../../components/pause-banner.tsx'
import { type Tab, Tabs } from '../../components/tabs.tsx'
import { BetList } from './bets/bet-list.tsx'
import { SportsBetPanel } from './bets/sports-bet-panel.tsx'
import { GamesTab } from './games/games-tab.tsx'
import { OddsToggle } from './odds-toggle.tsx'
import { sportsGamesQuery } from './sports-api.ts'
import { isSimulated, SportsNotes } from './sports-notes.tsx'
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
        <BetList bets={bets} empty="No bets placed yet." />
      </div>
    ),
  }
  return (
    <section aria-label="Sports Betting" className="game-stage">
      <div className="rubber-card min-w-0 p-4">
        <header className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-title">Sports Betting</h2>
          {isSimulated(games.data) && (
            <span className="simulated-mark order-last">Simulated season</span>
          )}
          <OddsToggle />
        </header>
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
          bet.pause && <PauseBanner {...bet.pause} />
        )}
        <SportsNotes games={games.data} />
      </div>
    </section>
  )
}
