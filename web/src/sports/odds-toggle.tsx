import { usePersistedSetting } from '../lib/persisted-setting.ts'
import { type OddsFormat, oddsFormat } from './shared/odds-format.ts'

/** The same odds, each in its own way. */
const LABELS: Record<OddsFormat, { example: string; name: string }> = {
  american: { example: '+150', name: 'American odds' },
  decimal: { example: '2.50', name: 'Decimal odds' },
}

/** How this browser shows odds. */
export function OddsToggle() {
  const format = usePersistedSetting(oddsFormat)
  return (
    <fieldset aria-label="Odds" className="odds-toggle well">
      {(['american', 'decimal'] as const).map((one) => (
        <button
          key={one}
          type="button"
          title={LABELS[one].name}
          aria-pressed={format === one}
          onClick={() => oddsFormat.set(one)}
          className="odds-toggle-choice"
        >
          <span className="sr-only">{LABELS[one].name}, such as</span>{' '}
          {LABELS[one].example}
        </button>
      ))}
    </fieldset>
  )
}
