import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { Region } from '../components/region.tsx'
import { isRefusal } from '../lib/call.ts'
import { userQueryKey } from '../session/user-query.ts'
import { ActionDialogs } from './actions.tsx'
import { AlarmStrip } from './alarm-strip.tsx'
import { ChainView } from './chain-view.tsx'
import { DepositsView } from './deposits-view.tsx'
import { GamesView } from './games-view.tsx'
import { LogView } from './log-view.tsx'
import { OverviewView } from './overview-view.tsx'
import { PlayersView } from './players-view.tsx'
import { overviewQuery } from './queries.ts'
import { RacesView } from './races-view.tsx'
import { SiteView } from './site-view.tsx'
import { SportsView } from './sports-view.tsx'
import { isView, useView, VIEWS, type View, viewLink } from './views.tsx'
import './operator.css'

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

/** /operator: pages of the operators. */
export function OperatorPage() {
  const { view } = useView()
  const Shown = shown[view]
  useEndedRole()
  return (
    <ActionDialogs>
      <div className="op mx-auto grid w-full max-w-[110rem] grid-cols-1 gap-3 text-small lg:grid-cols-[8.5rem_minmax(0,1fr)] lg:items-start">
        <AlarmStrip />
        <ViewLinks open={view} />
        <div className="grid min-w-0 grid-cols-1 content-start gap-3">
          <h1 className="sr-only">Operator: {VIEWS[view]}</h1>
          <Region key={view} name={VIEWS[view]}>
            <Shown />
          </Region>
        </div>
      </div>
    </ActionDialogs>
  )
}

function ViewLinks({ open }: { open: View }) {
  const row = useRef<HTMLElement>(null)
  // Scrolls the open view's link into view on phones.
  useEffect(() => {
    const link = row.current?.querySelector(`[data-view="${open}"]`)
    link?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [open])
  return (
    <nav
      ref={row}
      aria-label="Operator"
      className="flex gap-1 overflow-x-auto [scrollbar-width:none] lg:sticky lg:top-18 lg:flex-col"
    >
      {Object.keys(VIEWS)
        .filter(isView)
        .map((view) => (
          <Link
            key={view}
            to={viewLink(view)}
            data-view={view}
            className="grid min-h-11 flex-none items-center justify-items-start rounded-flat border-2 border-transparent px-3.5 font-display font-semibold text-base text-soft hover:text-text focus-visible:-outline-offset-3 aria-[current=page]:border-outline aria-[current=page]:bg-sun aria-[current=page]:text-on-toy aria-[current=page]:shadow-[inset_0_-3px_0_var(--color-sun-edge)] lg:min-h-10"
            aria-current={view === open ? 'page' : undefined}
          >
            {VIEWS[view]}
          </Link>
        ))}
    </nav>
  )
}

/** Refetches the user once the API refuses: the role may have ended. */
function useEndedRole(): void {
  const queryClient = useQueryClient()
  const { error } = useQuery(overviewQuery)
  const isRefused = isRefusal(error, 'forbidden')
  useEffect(() => {
    if (isRefused) {
      void queryClient.invalidateQueries({ queryKey: userQueryKey })
    }
  }, [isRefused, queryClient])
}
