import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { exportTransactions } from '#core/api/history.ts'
import { Button } from '../../components/button.tsx'
import { buttonClass } from '../../components/button-class.ts'
import { Field } from '../../components/field.tsx'
import { toUrl } from '../../lib/call.ts'
import { classNames } from '../../lib/class-names.ts'
import { useAuth } from '../../session/auth.tsx'
import {
  GAME_TYPES,
  type HistoryFilter,
  isNarrowed,
  listQuery,
  SPANS,
  spanLabels,
  summaryQuery,
  useHistoryFilter,
} from './history-filter.ts'
import { HistoryList } from './history-list.tsx'
import { typeLabels } from './history-rows.ts'
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
  // Relative spans are resolved once, when the page opens.
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
  const fold = (panel: Panel) => (unfolded === panel ? '' : 'max-lg:hidden')
  return (
    <div className="mx-auto grid w-full max-w-[80rem] grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
      <header className="flex items-end justify-between gap-3 lg:col-span-full">
        <div>
          <h1 className="text-display max-sm:text-title">Your history</h1>
          <p className="text-soft max-sm:hidden">
            Every coin in and out, with proof of every bet.
          </p>
        </div>
        <a
          href={toUrl(exportTransactions, { query: list })}
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
        className={fold('filters')}
        filter={filter}
        idProblem={id && !isBetId ? 'That isn’t a valid bet ID' : undefined}
        onChange={change}
        onClear={clear}
      />
      <PlayResults
        className={`lg:col-start-2 lg:row-start-3 ${fold('results')}`}
        player={player}
        query={summaryQuery(filter, now)}
      />
      {/* A search by bet id ignores the other filters. */}
      <HistoryList player={player} query={isBetId ? { id } : list} />
    </div>
  )
}

type HistoryFiltersProps = {
  filter: HistoryFilter
  idProblem: string | undefined
  onChange: (changes: Partial<HistoryFilter>) => void
  onClear: () => void
  className: string
}

const gameLabels = {
  '': 'All games',
  ...Object.fromEntries(GAME_TYPES.map((name) => [name, name])),
}

function HistoryFilters(props: HistoryFiltersProps) {
  const { filter, idProblem, onChange, onClear, className } = props
  return (
    <section
      aria-label="Filters"
      className={classNames(
        'rubber-card grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] items-start gap-x-4 px-5 pt-3 lg:col-span-full',
        className,
      )}
    >
      <Choice
        label="Time"
        value={filter.span}
        options={spanLabels}
        onChange={(value) =>
          onChange({ span: SPANS.find((span) => span === value) ?? 'all' })
        }
      />
      {filter.span === 'days' && <Days filter={filter} onChange={onChange} />}
      <Choice
        label="Game"
        value={filter.gameType}
        options={gameLabels}
        onChange={(gameType) => onChange({ gameType })}
      />
      <Choice
        label="Type"
        value={filter.type}
        options={{ '': 'All types', ...typeLabels }}
        onChange={(type) => onChange({ type })}
      />
      <Field
        label="Bet ID"
        className="col-span-2 max-sm:col-span-full"
        value={filter.id}
        autoComplete="off"
        onChange={(event) => onChange({ id: event.target.value })}
        error={idProblem}
      />
      {isNarrowed(filter) && (
        <Button
          size="small"
          className="self-center justify-self-end max-sm:col-span-full"
          onClick={onClear}
        >
          Clear filters
        </Button>
      )}
    </section>
  )
}

type DaysProps = Pick<HistoryFiltersProps, 'filter' | 'onChange'>

function Days({ filter: { first, last }, onChange }: DaysProps) {
  return (
    <>
      <Field
        label="First day"
        type="date"
        value={first}
        max={last || undefined}
        onChange={(event) => onChange({ first: event.target.value })}
      />
      <Field
        label="Last day"
        type="date"
        value={last}
        min={first || undefined}
        onChange={(event) => onChange({ last: event.target.value })}
      />
    </>
  )
}

type ChoiceProps = {
  label: string
  value: string
  /** Values and their names. */
  options: Readonly<Record<string, string>>
  onChange: (value: string) => void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-display font-medium">
        {label}
      </label>
      <div className="well">
        <select
          id={id}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="h-12 w-full rounded-toy bg-transparent px-3 text-lead outline-none"
        >
          {Object.entries(options).map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
