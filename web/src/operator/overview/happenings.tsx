import { Link } from 'react-router-dom'
import type { OperatorOverview } from '#core/api/operator/overview.ts'
import { coinsText, formatCoins } from '../../lib/format.ts'
import { shortUnits } from '../chain/short-units.ts'
import { Age } from '../frame/age.tsx'
import { FigureList, type FigureRow } from '../frame/figure-list.tsx'
import { Mark } from '../frame/mark.tsx'
import { Panel } from '../frame/panel.tsx'
import { type View, viewLink } from '../frame/views.ts'
import { betsText } from '../sports/game-actions.ts'

/** Deposits, chain, sports and the race, in a few figures each. */
export function Happenings(overview: OperatorOverview) {
  const { deposits, outbox, anchors, sports, race } = overview
  return (
    <div className="op-quarters">
      <Part title="Deposits" view="deposits">
        {deposits ? depositRows(deposits) : 'No chain is connected.'}
      </Part>
      <Part title="Chain" view="chain">
        {[...(outbox ? outboxRows(outbox) : []), anchorRow(anchors)]}
      </Part>
      <Part title="Sports" view="sports">
        {sportsRows(sports)}
      </Part>
      <Part title="Race" view="races">
        {race ? raceRows(race) : 'There was none yet.'}
      </Part>
    </div>
  )
}

interface PartProps {
  title: string
  view: View
  /** Figures, or why there are none. */
  children: readonly FigureRow[] | string
}

function Part({ title, view, children }: PartProps) {
  return (
    <Panel
      title={title}
      tools={
        <Link to={viewLink(view)} className="op-link">
          See all <span className="sr-only">on {title.toLowerCase()}</span>
        </Link>
      }
    >
      {typeof children === 'string' ? (
        <p className="op-empty">{children}</p>
      ) : (
        <FigureList rows={children} />
      )}
    </Panel>
  )
}

function depositRows(
  deposits: NonNullable<OperatorOverview['deposits']>,
): FigureRow[] {
  const { waiting, waitingCoins, oldestWaitingAt, undecided } = deposits
  return [
    ['Waiting', sumText(waiting, waitingCoins)],
    [
      'Oldest',
      oldestWaitingAt ? <Age key="oldest" at={oldestWaitingAt} /> : 'none',
    ],
    ['Unattributed', formatCoins(deposits.unattributed)],
    [
      'To decide',
      undecided > 0 ? (
        <Mark key="undecided" tone="warning">
          {formatCoins(undecided)}
        </Mark>
      ) : (
        'none'
      ),
    ],
    ...deposits.lastDay.map(
      ({ status, count, coins }): FigureRow => [
        `Last day, ${status.replace('_', ' ')}`,
        sumText(count, coins),
      ],
    ),
  ]
}

function outboxRows(
  outbox: NonNullable<OperatorOverview['outbox']>,
): FigureRow[] {
  const { waiting, oldestWaitingAt, failed, gas } = outbox
  const balance = gas?.balance
  return [
    ['Outbox', waiting > 0 ? `${formatCoins(waiting)} on the way` : 'empty'],
    [
      'Oldest',
      oldestWaitingAt ? <Age key="oldest" at={oldestWaitingAt} /> : 'none',
    ],
    ['Failed', formatCoins(failed)],
    [
      'Gas',
      balance ? (
        <Mark key="gas" tone={gas.isLow ? 'bad' : 'good'}>
          {shortUnits(balance)}
        </Mark>
      ) : (
        'not seen'
      ),
    ],
  ]
}

function anchorRow(anchors: OperatorOverview['anchors']): FigureRow {
  const { isOn, reason, newest } = anchors
  if (newest) {
    return [
      'Newest anchor',
      <>
        no. {newest.number}, {newest.state}, <Age at={newest.createdAt} /> ago
      </>,
    ]
  }
  return ['Anchors', isOn && !reason ? 'none yet' : (reason ?? 'off')]
}

function sportsRows(sports: OperatorOverview['sports']): FigureRow[] {
  const { lastPollAt, isStale } = sports
  return [
    [
      'Feed',
      <Mark key="feed" tone={isStale ? 'bad' : 'good'}>
        {isStale ? 'stale' : 'fresh'}
      </Mark>,
    ],
    ['Last prices', lastPollAt ? <Age key="last" at={lastPollAt} /> : 'never'],
    ['Open bets', formatCoins(sports.pendingBets)],
    ['Their stakes', formatCoins(sports.pendingStakes)],
    ['Could pay', formatCoins(sports.reserved)],
  ]
}

function raceRows(race: NonNullable<OperatorOverview['race']>): FigureRow[] {
  const { number, phase, bets, staked, voidOfLast100, lastVoid } = race
  return [
    ['Now', `no. ${formatCoins(number)}, ${phase}`],
    ['Bets', bets > 0 ? betsText(bets, staked) : 'none'],
    ['Void of the last 100', formatCoins(voidOfLast100)],
    ['Last void', lastVoid === null ? 'none' : `no. ${formatCoins(lastVoid)}`],
  ]
}

function sumText(count: number, coins: number): string {
  if (count === 0) return 'none'
  const deposits = count === 1 ? 'deposit' : 'deposits'
  return `${formatCoins(count)} ${deposits}, ${coinsText(coins)}`
}
