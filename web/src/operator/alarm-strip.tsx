import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type {
  OperatorAlarm,
  OperatorOverview,
} from '#core/api/operator/overview.ts'
import { countText } from '#core/count-text.ts'
import { DEPOSITS } from '#core/pauses.ts'
import { RACE_GAME_TYPE } from '#core/race/settled-race.ts'
import { SPORTS_GAME_TYPE } from '#core/sports/game.ts'
import { classNames } from '../lib/class-names.ts'
import { useNow } from '../lib/use-now.ts'
import { ActionButton } from './actions.tsx'
import { Age, ageText } from './cells.tsx'
import { Tools } from './panel.tsx'
import { pauseAction, resumeAction } from './pause-actions.ts'
import { overviewQuery } from './queries.ts'
import { type View, ViewLink } from './views.tsx'

type Guide = {
  /** View that shows the cause. */
  view: View
  /** Name to pause, to contain the problem. */
  pausable?: string
}

const guides: Record<OperatorAlarm['code'], Guide> = {
  database_restored: { view: 'overview' },
  bankroll_low: { view: 'overview' },
  job_failing: { view: 'overview' },
  deposits_stuck: { view: 'deposits', pausable: DEPOSITS },
  deposits_undecided: { view: 'deposits' },
  gas_low: { view: 'chain', pausable: DEPOSITS },
  outbox_stuck: { view: 'chain', pausable: DEPOSITS },
  games_held: { view: 'sports', pausable: SPORTS_GAME_TYPE },
  feed_stale: { view: 'sports', pausable: SPORTS_GAME_TYPE },
  finality_stalled: { view: 'chain' },
  indexer_behind: { view: 'deposits' },
  node_silent: { view: 'chain' },
  node_behind: { view: 'chain' },
  node_limited: { view: 'chain' },
  race_stuck: { view: 'races', pausable: RACE_GAME_TYPE },
  return_incredible: { view: 'games' },
  audit_failed: { view: 'log' },
}

const ROW =
  'flex items-center justify-between gap-x-3 gap-y-2 py-1.5 pr-2 pl-3.5'

/** Sticky strip of alarms and pauses, with the pause button. */
export function AlarmStrip() {
  const { data } = useQuery(overviewQuery)
  const alarms = data?.alarms ?? []
  useAlarmsInTitle(alarms.length)
  return (
    <section
      aria-label="Alarms"
      className="sticky top-1.5 z-20 rounded-flat border-2 border-outline bg-panel shadow-[0_3px_0_var(--color-outline)] lg:col-span-full"
    >
      <div className={ROW}>
        <Pulse overview={data} />
        <ActionButton variant="danger" action={pauseAction()}>
          Pause…
        </ActionButton>
      </div>
      <ul aria-live="polite" className="max-h-[40dvh] overflow-y-auto">
        {alarms.map((alarm) => (
          <Alarm key={`${alarm.code} ${alarm.message}`} alarm={alarm} />
        ))}
      </ul>
      {data && data.paused.length > 0 && <Paused paused={data.paused} />}
    </section>
  )
}

/** Several polls, since a single one may be slow. */
const OLD_AFTER_MS = 10_000

/** Summarizes the state in a line, with its age. */
function Pulse({ overview }: { overview: OperatorOverview | undefined }) {
  const { dataUpdatedAt, isError } = useQuery(overviewQuery)
  const ageMs = useNow() - dataUpdatedAt
  if (!overview && isError) {
    return <PulseLine tone="bad">The server isn’t responding.</PulseLine>
  }
  if (!overview) return <PulseLine>Checking…</PulseLine>
  if (ageMs > OLD_AFTER_MS) {
    return (
      <PulseLine tone="bad">
        Last response {ageText(ageMs)} ago. This page is out of date.
      </PulseLine>
    )
  }
  const alarms = overview.alarms.length
  const paused = overview.paused.length
  const parts = [
    alarms > 0 && countText(alarms, 'alarm'),
    paused > 0 && `${paused} paused`,
  ].filter(Boolean)
  return (
    <PulseLine tone={parts.length === 0 ? 'good' : 'bad'}>
      {parts.join(', ') || 'All quiet'}
      <span className="font-body font-medium text-small text-soft">
        Updated {ageMs < 1_000 ? 'just now' : `${ageText(ageMs)} ago`}
      </span>
    </PulseLine>
  )
}

function PulseLine(props: {
  tone?: 'good' | 'bad'
  children: React.ReactNode
}) {
  return (
    <p className="op-pulse" data-tone={props.tone}>
      {props.children}
    </p>
  )
}

const severities = {
  urgent: { name: 'Urgent', colour: 'bg-bubblegum' },
  warning: { name: 'Warning', colour: 'bg-sun' },
} as const

function Alarm({ alarm }: { alarm: OperatorAlarm }) {
  const { code, severity, message, since, gameType } = alarm
  const { name, colour } = severities[severity]
  const { view, pausable = gameType } = guides[code]
  return (
    <li
      className={classNames(
        ROW,
        'border-outline border-t-2 text-on-toy max-sm:flex-col max-sm:items-start max-sm:[&>.op-tools]:w-full max-sm:[&>.op-tools]:justify-between',
        colour,
      )}
    >
      <p className="wrap-anywhere min-w-0 font-semibold">
        <strong className="mr-1 rounded-[6px] bg-on-toy px-1.5 py-px text-[0.75rem] text-cream uppercase tracking-[0.04em]">
          {name}
        </strong>{' '}
        <span>{message}</span>{' '}
        {since && (
          <span className="whitespace-nowrap">
            Since <Age at={since} />.
          </span>
        )}
      </p>
      <Tools>
        <ViewLink view={view} className="op-link text-on-toy">
          Look <span className="sr-only">into: {message}</span>
        </ViewLink>
        {pausable && (
          <ActionButton action={pauseAction(pausable)}>
            Pause {pausable}
          </ActionButton>
        )}
      </Tools>
    </li>
  )
}

function Paused({ paused }: Pick<OperatorOverview, 'paused'>) {
  return (
    <ul aria-label="Paused">
      {paused.map(({ gameType, reason }) => (
        <li
          key={gameType}
          className={classNames(ROW, 'border-outline border-t-2 bg-raised')}
        >
          <span>
            <strong>{gameType}</strong>{' '}
            <span>{reason ? `is paused: ${reason}` : 'is paused'}</span>
          </span>
          <ActionButton action={resumeAction(gameType)} of={gameType}>
            Resume
          </ActionButton>
        </li>
      ))}
    </ul>
  )
}

/** Shows alarms in the tab's title, for tabs in the background. */
function useAlarmsInTitle(alarms: number): void {
  useEffect(() => {
    if (alarms === 0) return
    const before = document.title
    document.title = before.replace(/^\S+/, `$& (${alarms})`)
    return () => {
      document.title = before
    }
  }, [alarms])
}
