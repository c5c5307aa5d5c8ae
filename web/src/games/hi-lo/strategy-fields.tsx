import { SmallField, SmallSelect } from '../shared/autobet/small-field.tsx'
import type { Strategy } from './hi-lo-strategy.ts'

const SIDES = [
  ['likelier', 'Likelier side'],
  ['bolder', 'Bolder side'],
] as const satisfies readonly (readonly [Strategy['side'], string])[]

const CASH_OUTS = Array.from({ length: 10 }, (_, at) => {
  const guesses = at === 0 ? 'right guess' : 'right guesses'
  return [String(at + 1), `${at + 1} ${guesses}`] as const
})

interface StrategyFieldsProps {
  strategy: Strategy
  onChange: (strategy: Strategy) => void
}

/** How an autobet is to guess, and when it is to leave. */
export function StrategyFields({ strategy, onChange }: StrategyFieldsProps) {
  return (
    <div className="autobet-fields">
      <SmallField label="Guess">
        <SmallSelect
          label="Guess"
          value={strategy.side}
          choices={SIDES}
          onChange={(side) => onChange({ ...strategy, side })}
        />
      </SmallField>
      <SmallField label="Cash out after">
        <SmallSelect
          label="Cash out after"
          value={String(strategy.cashOutAfter)}
          choices={CASH_OUTS}
          onChange={(after) =>
            onChange({ ...strategy, cashOutAfter: Number(after) })
          }
        />
      </SmallField>
    </div>
  )
}
