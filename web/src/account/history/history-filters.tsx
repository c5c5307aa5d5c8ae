import { type ReactNode, useId } from 'react'
import { transactionType } from '#core/api/history.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { classNames } from '../../lib/class-names.ts'
import {
  GAME_TYPES,
  type HistoryFilter,
  isNarrowed,
  SPANS,
  spanLabels,
} from './history-filter.ts'
import { typeLabels } from './history-rows.ts'

interface HistoryFiltersProps {
  filter: HistoryFilter
  idProblem: string | undefined
  onChange: (changes: Partial<HistoryFilter>) => void
  onClear: () => void
  className: string
}

export function HistoryFilters(props: HistoryFiltersProps) {
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
        onChange={(value) =>
          onChange({ span: SPANS.find((span) => span === value) ?? 'all' })
        }
      >
        {SPANS.map((span) => (
          <option key={span} value={span}>
            {spanLabels[span]}
          </option>
        ))}
      </Choice>
      {filter.span === 'days' && <Days filter={filter} onChange={onChange} />}
      <Choice
        label="Game"
        value={filter.gameType}
        onChange={(gameType) => onChange({ gameType })}
      >
        <option value="">All games</option>
        {GAME_TYPES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Choice>
      <Choice
        label="Type"
        value={filter.type}
        onChange={(type) => onChange({ type })}
      >
        <option value="">All types</option>
        {transactionType.options.map((type) => (
          <option key={type} value={type}>
            {typeLabels[type]}
          </option>
        ))}
      </Choice>
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

interface ChoiceProps {
  label: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

function Choice({ label, value, onChange, children }: ChoiceProps) {
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
          {children}
        </select>
      </div>
    </div>
  )
}
