import { impliedProbability } from '#core/sports/american-odds.ts'
import {
  persistedSetting,
  usePersistedSetting,
} from '../../lib/persisted-setting.ts'

const FORMATS = ['american', 'decimal'] as const
type OddsFormat = (typeof FORMATS)[number]

const oddsFormat = persistedSetting('odds', FORMATS)

/** Formats American odds as +150 or −150, or as what one coin returns. */
export function oddsText(price: number, format: OddsFormat): string {
  if (format === 'decimal') return (1 / impliedProbability(price)).toFixed(2)
  return price > 0 ? `+${price}` : `\u2212${-price}`
}

/** Formats odds as chosen in this browser. */
export function useOddsText(): (price: number) => string {
  const format = usePersistedSetting(oddsFormat)
  return (price) => oddsText(price, format)
}

const CHOICES: Record<OddsFormat, { example: string; name: string }> = {
  american: { example: '+150', name: 'American odds' },
  decimal: { example: '2.50', name: 'Decimal odds' },
}

/** Chooses how this browser shows odds. */
export function OddsToggle() {
  const chosen = usePersistedSetting(oddsFormat)
  return (
    <fieldset aria-label="Odds" className="well flex gap-1 p-1 sm:order-1">
      {FORMATS.map((format) => (
        <button
          key={format}
          type="button"
          title={CHOICES[format].name}
          aria-pressed={chosen === format}
          onClick={() => oddsFormat.set(format)}
          className="min-h-8 rounded-[11px] px-2.5 font-display font-semibold text-soft aria-pressed:bg-sky aria-pressed:text-on-toy"
        >
          <span className="sr-only">{CHOICES[format].name}, such as</span>{' '}
          {CHOICES[format].example}
        </button>
      ))}
    </fieldset>
  )
}
