import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { exportTransactions } from '#core/api/history.ts'
import { Button } from '../../components/button.tsx'
import { buttonClass } from '../../components/button-class.ts'
import { urlOf } from '../../lib/call.ts'
import { summaryQueryOf } from './history-api.ts'
import {
  isNarrowed,
  listQuery,
  summaryQuery,
  useHistoryFilter,
} from './history-filter.ts'
import { HistoryFilters } from './history-filters.tsx'
import { HistoryList } from './history-list.tsx'
import { PlayResults } from './play-results.tsx'

/** On small screens one of these is unfolded at a time. */
type Panel = 'filters' | 'results'

export function HistoryScreen({ player }: { player: string }) {
  const { filter, change, clear } = useHistoryFilter()
  const [unfolded, setUnfolded] = useState<Panel>()
  // Days are those of the moment that the page was opened.
  const [now] = useState(() => new Date())
  const list = listQuery(filter, now)
  const id = filter.id.trim()
  // A bet is found by its id alone.
  const query = isBetId(id) ? { id } : list
  const results = useQuery(summaryQueryOf(player, summaryQuery(filter, now)))
  const toggle = (panel: Panel, label: string) => (
    <Button
      size="small"
      aria-expanded={unfolded === panel}
      className="history-toggle"
      onClick={() => setUnfolded(unfolded === panel ? undefined : panel)}
    >
      {label}
    </Button>
  )
  return (
    <div className="history-page" data-unfolded={unfolded}>
      <header className="flex items-end justify-between gap-3">
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
        filter={filter}
        idProblem={
          id && !isBetId(id) ? 'That is not the id of a bet' : undefined
        }
        onChange={change}
        onClear={clear}
      />
      <PlayResults results={results} />
      <HistoryList player={player} query={query} />
    </div>
  )
}

function isBetId(text: string): boolean {
  return z.uuid().safeParse(text).success
}
