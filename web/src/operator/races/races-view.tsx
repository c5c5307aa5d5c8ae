import {
  listOperatorRaces,
  type OperatorRace,
} from '#core/api/operator/races.ts'
import { horses } from '#core/race/horses.ts'
import { formatCoins, formatGameTime } from '../../lib/format.ts'
import { pagePath } from '../../lib/page-path.ts'
import { ListPanel } from '../frame/list-panel.tsx'
import { Mark, type Tone } from '../frame/mark.tsx'
import { choices, operatorList } from '../operator-api.ts'
import { betsText } from '../sports/game-actions.ts'

const tones: Record<OperatorRace['status'], Tone> = {
  open: 'good',
  closed: 'waiting',
  running: 'waiting',
  settled: 'plain',
  void: 'bad',
}

/** Shows all races; their records have seeds and salts. */
export function RacesView() {
  return <ListPanel list={races} />
}

const races = operatorList({
  title: 'Races',
  endpoint: listOperatorRaces,
  rows: ({ races: rows }) => rows,
  key: ({ number }) => number,
  filters: [
    {
      param: 'status',
      label: 'State',
      options: choices('All races', Object.keys(tones)),
    },
  ],
  columns: [
    {
      name: 'Race',
      cell: ({ number, id, serverSeed }) =>
        serverSeed ? (
          <a
            href={pagePath(`/verify/${id}`)}
            target="_blank"
            rel="noreferrer"
            className="op-name"
          >
            no. {formatCoins(number)} ↗
            <span className="sr-only"> public proof</span>
          </a>
        ) : (
          `no. ${formatCoins(number)}`
        ),
    },
    {
      name: 'State',
      cell: ({ status, overAt, pendingBets }) =>
        overAt && pendingBets > 0 ? (
          <Mark tone="warning">{`${status}, ${formatCoins(pendingBets)} unpaid`}</Mark>
        ) : (
          <Mark tone={tones[status]}>{status}</Mark>
        ),
    },
    { name: 'Closes', cell: ({ closesAt }) => formatGameTime(closesAt) },
    {
      name: 'Bets',
      isNumber: true,
      cell: ({ bets, staked }) => (bets > 0 ? betsText(bets, staked) : 'none'),
    },
    {
      name: 'Payout',
      isNumber: true,
      cell: ({ paid, reserved }) =>
        reserved > 0 ? `up to ${formatCoins(reserved)}` : formatCoins(paid),
    },
    {
      name: 'Winner',
      cell: ({ winner }) => horses.find(({ id }) => id === winner)?.name ?? '–',
    },
  ],
  empty: 'There is no such race.',
})
