import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NETWORKS } from '#core/chain/networks.ts'
import { NewTabLink } from '../components/new-tab-link.tsx'
import { copyText } from '../lib/copy-text.ts'
import {
  coinsText,
  formatCoins,
  formatTime,
  groupedUnits,
  shortHex,
} from '../lib/format.ts'
import { pagePath } from '../lib/page-path.ts'
import { useNow } from '../lib/use-now.ts'
import { overviewQuery } from './queries.ts'

/** Sets a mark's colour and shape, beside what it says. */
export type Tone = 'good' | 'bad' | 'warning' | 'waiting' | 'plain'

/** A state in a word, with a shape beside its colour. */
export function Mark({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className="op-mark" data-tone={tone}>
      {children}
    </span>
  )
}

type AgeProps = {
  at: string | null
  /** Shown if the time is null. */
  none?: string
}

/** Shows how long ago something was, counting: "12 s", "5 min", "3 h", "2 d". */
export function Age({ at, none = 'never' }: AgeProps) {
  const nowMs = useNow()
  if (at === null) return none
  return (
    <time dateTime={at} title={formatTime(at)} className="whitespace-nowrap">
      {ageText(nowMs - Date.parse(at))}
    </time>
  )
}

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S

/** Formats a duration in its largest whole unit; negative ones, by clock skew, are 0. */
export function ageText(spanMs: number): string {
  const seconds = Math.max(0, Math.floor(spanMs / 1_000))
  if (seconds < MINUTE_S) return `${seconds} s`
  if (seconds < HOUR_S) return `${Math.floor(seconds / MINUTE_S)} min`
  if (seconds < 2 * DAY_S) return `${Math.floor(seconds / HOUR_S)} h`
  return `${Math.floor(seconds / DAY_S)} d`
}

type HexProps = {
  hex: string | null | undefined
  /** Links to the chain's explorer, where there is one. */
  on?: 'address' | 'tx'
  /** Shown if there is none. */
  none?: string
}

/** A shortened address or hash, with a button that copies all of it. */
export function Hex({ hex, on, none = 'none' }: HexProps) {
  const { data } = useQuery(overviewQuery)
  if (!hex) return none
  const explorer = on && data?.chain && NETWORKS[data.chain.chainId].explorer
  return (
    <span className="op-hex">
      <code title={hex}>{shortHex(hex)}</code>
      <button
        type="button"
        aria-label={`Copy ${hex}`}
        onClick={() => void copyText(hex, { copied: hex, refused: hex })}
      >
        <svg
          viewBox="0 0 16 16"
          aria-hidden="true"
          className="w-[0.9375rem] fill-none stroke-[1.75] stroke-current"
        >
          <path d="M5.5 5.5h8v8h-8zM2.5 10.5v-8h8" />
        </svg>
      </button>
      {explorer && (
        <NewTabLink
          href={`${explorer}/${on}/${hex}`}
          aria-label={`${hex} on the block explorer`}
        >
          ↗
        </NewTabLink>
      )}
    </span>
  )
}

/** Opens the public record of a round or bet in a new tab. */
export function RecordLink({ id, label }: { id: string; label: string }) {
  return (
    <NewTabLink
      href={pagePath(`/verify/${id}`)}
      className="text-link inline-flex items-center max-md:min-h-11"
      aria-label={label}
    >
      Record
    </NewTabLink>
  )
}

/** Units of the chain's coin, rounded down to three decimals or, below one, to six: '9,999.997'. */
export function shortUnits(units: string): string {
  const [whole = '', fraction = ''] = units.split('.')
  const short = fraction.slice(0, whole === '0' ? 6 : 3).replace(/0+$/, '')
  return groupedUnits(short ? `${whole}.${short}` : whole)
}

/** Formats a count and its coins: '2 bets, 40 coins', or 'none'. */
export function sumText(count: number, noun: string, coins: number): string {
  if (count === 0) return 'none'
  const nouns = count === 1 ? noun : `${noun}s`
  return `${formatCoins(count)} ${nouns}, ${coinsText(coins)}`
}
