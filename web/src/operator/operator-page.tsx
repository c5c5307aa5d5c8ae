import { type ComponentType, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { Region } from '../components/region.tsx'
import { ChainView } from './chain/chain-view.tsx'
import { DepositsView } from './deposits/deposits-view.tsx'
import { ActionDialogs } from './frame/action-dialogs.tsx'
import { AlarmStrip } from './frame/alarm-strip.tsx'
import {
  useView,
  VIEWS,
  type View,
  viewLink,
  viewNames,
} from './frame/views.ts'
import { GamesView } from './games/games-view.tsx'
import { LogView } from './log/log-view.tsx'
import { OverviewView } from './overview/overview-view.tsx'
import { PlayersView } from './players/players-view.tsx'
import { RacesView } from './races/races-view.tsx'
import { SiteView } from './site/site-view.tsx'
import { SportsView } from './sports/sports-view.tsx'
import { useEndedRole } from './use-ended-role.ts'
import './operator.css'
import './operator-panels.css'
import './operator-tables.css'
import './operator-inputs.css'

const shown: Record<View, ComponentType> = {
  overview: OverviewView,
  games: GamesView,
  players: PlayersView,
  deposits: DepositsView,
  sports: SportsView,
  races: RacesView,
  chain: ChainView,
  site: SiteView,
  log: LogView,
}

/** /operator: the casino as those see it who run it. */
export function OperatorPage() {
  const { view } = useView()
  const Shown = shown[view]
  useEndedRole()
  return (
    <ActionDialogs>
      <div className="op">
        <AlarmStrip />
        <ViewLinks open={view} />
        <div className="op-view">
          <h1 className="sr-only">Operator: {viewNames[view]}</h1>
          <Region key={view} name={viewNames[view]}>
            <Shown />
          </Region>
        </div>
      </div>
    </ActionDialogs>
  )
}

function ViewLinks({ open }: { open: View }) {
  const row = useRef<HTMLElement>(null)
  // A phone has no room for all: the one that is open is always seen.
  useEffect(() => {
    const link = row.current?.querySelector(`[data-view="${open}"]`)
    link?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [open])
  return (
    <nav ref={row} aria-label="Operator" className="op-rail">
      {VIEWS.map((view) => (
        <Link
          key={view}
          to={viewLink(view)}
          data-view={view}
          className="op-rail-link"
          aria-current={view === open ? 'page' : undefined}
        >
          {viewNames[view]}
        </Link>
      ))}
    </nav>
  )
}
