import { useState } from 'react'
import * as z from 'zod/mini'
import { exportTransactions } from '#core/api/history.ts'
import { Button } from '../../components/button.tsx'
import { buttonClass } from '../../components/button-class.ts'
import { urlOf } from '../../lib/call.ts'
import { useAuth } from '../../session/auth.tsx'
import {
  isNarrowed,
  listQuery,
  summaryQuery,
  useHistoryFilter,
} from './history-filter.ts'
import { HistoryFilters } from './history-filters.tsx'
import { HistoryList } from './history-list.tsx'
import { PlayResults } from './play-results.tsx'

/** /history: all transactions of the player. */
export function HistoryPage() {
  const { user } = useAuth()
  return user && <History key={user.id} player={user.id} />
}

/** Small screens unfold one of these at a time. */
type Panel = 'filters' | 'results'

function History({ player }: { player: string }) {
  const { filter, change, clear } = useHistoryFilter()
  const [unfolded, setUnfolded] = useState<Panel>()
  // Days are those of the moment that the page was opened.
  const [now] = useState(() => new Date())
  const list = listQuery(filter, now)
  const id = filter.id.trim()
  const isBetId = z.uuid().safeParse(id).success
  const toggle = (panel: Panel, label: string) => (
    <Button
      size="small"
      aria-expanded={unfolded === panel}
      className="aria-expanded:text-on-toy aria-expanded:[--toy-edge:var(--color-sun-edge)] aria-expanded:[--toy:var(--color-sun)]"
      onClick={() => setUnfolded(unfolded === panel ? undefined : panel)}
    >
      {label}
    </Button>
  )
  const folded = (panel: Panel) => (unfolded === panel ? '' : 'max-lg:hidden')
  return (
    <div className="mx-auto grid w-full max-w-[80rem] grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
      <header className="flex items-end justify-between gap-3 lg:col-span-full">
        <div>
          <h1 className="text-display max-sm:text-title">Your history</h1>
          <p className="text-soft max-sm:hidden">
            Every coin that came or went, and the proof of every bet.
          </p>
        </div>
        <a
          href={urlOf(exportTransactions, { query: list })}
          download
          className={buttonClass('plain', 'small')}
        >
          Save as CSV
        </a>
      </header>
      <div className="flex gap-3 lg:hidden">
        {toggle('filters', isNarrowed(filter) ? 'Filters: on' : 'Filters')}
        {toggle('results', 'Your profit')}
      </div>
      <HistoryFilters
        className={folded('filters')}
        filter={filter}
        idProblem={id && !isBetId ? 'That is not the id of a bet' : undefined}
        onChange={change}
        onClear={clear}
      />
      <PlayResults
        className={`lg:col-start-2 lg:row-start-3 ${folded('results')}`}
        player={player}
        query={summaryQuery(filter, now)}
      />
      {/* A bet is found by its id alone. */}
      <HistoryList player={player} query={isBetId ? { id } : list} />
    </div>
  )
}
