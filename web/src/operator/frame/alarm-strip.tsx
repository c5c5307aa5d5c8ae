import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import type {
  OperatorAlarm,
  OperatorOverview,
} from '#core/api/operator/overview.ts'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../lib/class-names.ts'
import { pauseAction, resumeAction } from '../games/pause-actions.ts'
import { overviewQuery } from '../overview/overview-api.ts'
import { useAction } from './action.ts'
import { Age, ageText } from './age.tsx'
import { guideTo } from './alarm-guide.ts'
import { useNow } from './use-now.ts'
import { viewLink } from './views.ts'

/** Some polls: a single one may be slow. */
const OLD_AFTER_MS = 10_000

/** Always in sight: what is wrong, what is paused, and the button that pauses. */
export function AlarmStrip() {
  const { data } = useQuery(overviewQuery)
  const ask = useAction()
  const alarms = data?.alarms ?? []
  useAlarmsInTitle(alarms.length)
  return (
    <section aria-label="Alarms" className="op-strip">
      <div className="op-strip-line">
        <Pulse overview={data} />
        <Button
          variant="danger"
          size="small"
          onClick={() => ask(pauseAction())}
        >
          Pause…
        </Button>
      </div>
      <ul aria-live="polite" className="op-alarms">
        {alarms.map((alarm) => (
          <Alarm key={`${alarm.code} ${alarm.message}`} alarm={alarm} />
        ))}
      </ul>
      {data && data.paused.length > 0 && <Paused paused={data.paused} />}
    </section>
  )
}

/** Says in a line how things are, and how old that is. */
function Pulse({ overview }: { overview: OperatorOverview | undefined }) {
  const { dataUpdatedAt, isError } = useQuery(overviewQuery)
  const nowMs = useNow()
  if (!overview) {
    return (
      <p className={classNames('op-pulse', isError && 'op-bad')}>
        {isError ? 'No answer from the server.' : 'Looking…'}
      </p>
    )
  }
  const ageMs = nowMs - dataUpdatedAt
  if (ageMs > OLD_AFTER_MS) {
    return (
      <p className="op-pulse op-bad">
        Last answer {ageText(ageMs)} ago. What you see is old.
      </p>
    )
  }
  const { alarms, paused } = overview
  const isQuiet = alarms.length + paused.length === 0
  const said = [
    ...(alarms.length > 0 ? [alarmsText(alarms.length)] : []),
    ...(paused.length > 0 ? [`${paused.length} paused`] : []),
  ]
  return (
    <p className={classNames('op-pulse', isQuiet ? 'op-good' : 'op-bad')}>
      {isQuiet ? 'All quiet' : said.join(', ')}
      <span className="op-pulse-age">
        Updated {ageMs < 1_000 ? 'just now' : `${ageText(ageMs)} ago`}
      </span>
    </p>
  )
}

const severities = { urgent: 'Urgent', warning: 'Warning' } as const

function Alarm({ alarm }: { alarm: OperatorAlarm }) {
  const { severity, message, since } = alarm
  const ask = useAction()
  const { view, pausable } = guideTo(alarm)
  return (
    <li className={`op-alarm op-alarm-${severity}`}>
      <p className="op-alarm-text">
        <strong>{severities[severity]}</strong> <span>{message}</span>{' '}
        {since && (
          <span className="op-alarm-age">
            Since <Age at={since} />.
          </span>
        )}
      </p>
      <span className="op-tools">
        <Link to={viewLink(view)} className="op-link">
          Look <span className="sr-only">into: {message}</span>
        </Link>
        {pausable && (
          <Button size="small" onClick={() => ask(pauseAction(pausable))}>
            Pause {pausable}
          </Button>
        )}
      </span>
    </li>
  )
}

function Paused({ paused }: Pick<OperatorOverview, 'paused'>) {
  const ask = useAction()
  return (
    <ul aria-label="Paused" className="op-paused">
      {paused.map(({ gameType, reason }) => (
        <li key={gameType}>
          <span>
            <strong>{gameType}</strong>{' '}
            <span>{reason ? `is paused: ${reason}` : 'is paused'}</span>
          </span>
          <Button size="small" onClick={() => ask(resumeAction(gameType))}>
            Resume <span className="sr-only">{gameType}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

function alarmsText(alarms: number): string {
  return `${alarms} ${alarms === 1 ? 'alarm' : 'alarms'}`
}

/** A tab in the background tells of alarms by its name. */
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
