import { type OddsFormat, oddsFormat } from '../../domain/sports/odds-format.ts'
import { useRemembered } from '../../lib/remembered.ts'

const LABELS: Record<OddsFormat, string> = {
  american: 'American',
  decimal: 'Decimal',
}

/** How this browser shows odds. */
export function OddsToggle() {
  const format = useRemembered(oddsFormat)
  return (
    <fieldset aria-label="Odds" className="odds-toggle well">
      {(['american', 'decimal'] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={format === one}
          onClick={() => oddsFormat.set(one)}
          className="odds-toggle-choice"
        >
          {LABELS[one]}
        </button>
      ))}
    </fieldset>
  )
}
