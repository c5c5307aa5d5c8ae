import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { buttonClass } from '../../components/button-class.ts'
import { exportPath, summaryQueryOf } from './history-api.ts'
import { listQuery, summaryQuery, useHistoryFilter } from './history-filter.ts'
import { HistoryFilters } from './history-filters.tsx'
import { HistoryList } from './history-list.tsx'
import { PlayResults } from './play-results.tsx'

export function HistoryScreen({ player }: { player: string }) {
  const { filter, change, clear } = useHistoryFilter()
  // Days are those of the moment that the page was opened.
  const [now] = useState(() => new Date())
  const list = listQuery(filter, now)
  const id = filter.id.trim()
  // A bet is found by its id alone.
  const query = isBetId(id) ? new URLSearchParams({ id }) : list
  const results = useQuery(summaryQueryOf(player, summaryQuery(filter, now)))
  return (
    <div className="history-page">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1 className="text-display max-sm:text-title">Your history</h1>
          <p className="text-soft">
            Every coin that came or went, and the proof of every bet.
          </p>
        </div>
        <a href={exportPath(list)} download className={buttonClass('plain')}>
          Save as CSV
        </a>
      </header>
      <HistoryFilters
        filter={filter}
        idProblem={id && !isBetId(id) ? 'That is no id of a bet' : undefined}
        onChange={change}
        onClear={clear}
      />
      <PlayResults results={results} />
      {/* Who never played has no results, and their list comes up into the room. */}
      <div className={results.isPending ? 'invisible' : undefined}>
        <HistoryList player={player} query={query} />
      </div>
    </div>
  )
}

function isBetId(text: string): boolean {
  return z.uuid().safeParse(text).success
}
