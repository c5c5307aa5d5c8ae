import {
  listOperatorRaces,
  type OperatorRace,
} from '#core/api/operator/races.ts'
import { horses } from '#core/race/horses.ts'
import { NewTabLink } from '../components/new-tab-link.tsx'
import { formatCoins, formatGameTime } from '../lib/format.ts'
import { pagePath } from '../lib/page-path.ts'
import { Mark, sumText, type Tone } from './cells.tsx'
import { choices, ListPanel, operatorList } from './list-panel.tsx'

const tones: Record<OperatorRace['status'], Tone> = {
  open: 'good',
  closed: 'waiting',
  running: 'waiting',
  settled: 'plain',
  void: 'bad',
}

/** Lists all races; their records have seeds and salts. */
export function RacesView() {
  return <ListPanel list={races} />
}

const races = operatorList({
  title: 'Races',
  endpoint: listOperatorRaces,
  rows: ({ races: rows }) => rows,
  key: ({ number }) => number,
  filters: {
    status: {
      label: 'State',
      options: choices('All races', Object.keys(tones)),
    },
  },
  columns: {
    Race: ({ number, id, serverSeed }) =>
      serverSeed ? (
        <NewTabLink href={pagePath(`/verify/${id}`)} className="text-link">
          no. {formatCoins(number)} ↗
          <span className="sr-only"> public proof</span>
        </NewTabLink>
      ) : (
        `no. ${formatCoins(number)}`
      ),
    State: ({ status, overAt, pendingBets }) =>
      overAt && pendingBets > 0 ? (
        <Mark tone="warning">{`${status}, ${formatCoins(pendingBets)} unpaid`}</Mark>
      ) : (
        <Mark tone={tones[status]}>{status}</Mark>
      ),
    Closes: ({ closesAt }) => formatGameTime(closesAt),
    Bets: { figure: ({ bets, staked }) => sumText(bets, 'bet', staked) },
    Payout: {
      figure: ({ paid, reserved }) =>
        reserved > 0 ? `up to ${formatCoins(reserved)}` : paid,
    },
    Winner: ({ winner }) => horses.find(({ id }) => id === winner)?.name ?? '–',
  },
  empty: 'There is no such race.',
})
