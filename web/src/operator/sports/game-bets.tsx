import { Link } from 'react-router-dom'
import {
  listGameBets,
  type OperatorSportsBet,
} from '#core/api/operator/sports.ts'
import { formatCoins, formatRowTime } from '../../lib/format.ts'
import { pagePath } from '../../lib/page-path.ts'
import { MARKET_NAMES } from '../../sports/shared/market-names.ts'
import { useOddsText } from '../../sports/shared/odds-text.ts'
import { ListPanel } from '../frame/list-panel.tsx'
import { Mark, type Tone } from '../frame/mark.tsx'
import { viewLink } from '../frame/views.ts'
import { operatorList } from '../operator-api.ts'

/** Lists all bets on one game. */
export function GameBets({ gameId }: { gameId: string }) {
  return <ListPanel list={betsOn(gameId)} />
}

const tones: Record<OperatorSportsBet['status'], Tone> = {
  pending: 'waiting',
  won: 'good',
  lost: 'plain',
  void: 'bad',
}

const betsOn = (gameId: string) =>
  operatorList({
    title: 'Bets on this game',
    endpoint: listGameBets,
    params: { id: gameId },
    rows: ({ bets }) => bets,
    key: ({ id }) => id,
    columns: [
      {
        name: 'Player',
        cell: ({ userId, username }) => (
          <Link
            to={viewLink('players', { player: userId })}
            className="op-name"
          >
            {username}
          </Link>
        ),
      },
      {
        name: 'On',
        cell: ({ teamName, market, point, live }) =>
          [teamName, MARKET_NAMES[market], point, live && 'live']
            .filter(Boolean)
            .join(', '),
      },
      {
        name: 'State',
        cell: ({ status }) => <Mark tone={tones[status]}>{status}</Mark>,
      },
      { name: 'Placed', cell: ({ placedAt }) => formatRowTime(placedAt) },
      {
        name: 'Odds',
        isNumber: true,
        cell: ({ odds }) => <Odds odds={odds} />,
      },
      {
        name: 'Stake',
        isNumber: true,
        cell: ({ betAmount }) => formatCoins(betAmount),
      },
      {
        name: 'Paid',
        isNumber: true,
        cell: ({ payout }) => (payout === null ? '–' : formatCoins(payout)),
      },
      {
        name: 'Record',
        isTools: true,
        cell: ({ id, username }) => (
          <a
            href={pagePath(`/verify/${id}`)}
            target="_blank"
            rel="noreferrer"
            className="op-link"
            aria-label={`Record of ${username}, ${id}`}
          >
            Record
          </a>
        ),
      },
    ],
    empty: 'Nobody has bet on this game.',
  })

function Odds({ odds }: Pick<OperatorSportsBet, 'odds'>) {
  return useOddsText()(odds)
}
