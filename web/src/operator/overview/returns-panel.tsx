import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { GameFigures } from '#core/api/operator/games.ts'
import { formatCoins, formatGain } from '../../lib/format.ts'
import { type Column, DataTable } from '../frame/data-table.tsx'
import { Loaded, Panel } from '../frame/panel.tsx'
import { viewLink } from '../frame/views.ts'
import { ReturnBand, ReturnText } from '../games/return-band.tsx'
import { gamesQuery } from './overview-api.ts'

const columns: readonly Column<GameFigures>[] = [
  {
    name: 'Game',
    cell: ({ gameType, rounds }) => (
      <>
        {gameType}{' '}
        <span className="op-tile-note">
          {formatCoins(rounds)} {rounds === 1 ? 'round' : 'rounds'}
        </span>
      </>
    ),
  },
  {
    name: 'Return',
    isNumber: true,
    cell: (game) => <ReturnText game={game} />,
  },
  {
    name: 'Expected',
    cell: (game) => <ReturnBand game={game} isShort />,
  },
  {
    name: 'House',
    isNumber: true,
    cell: ({ staked, paid }) => formatGain(staked - paid),
  },
]

/** Live returns against what honest draws explain. */
export function ReturnsPanel() {
  const games = useQuery(gamesQuery)
  return (
    <Panel
      title="Returns"
      tools={
        <Link to={viewLink('games')} className="op-link">
          See all
        </Link>
      }
    >
      <Loaded query={games}>
        {(data) => (
          <DataTable
            label="Returns"
            columns={columns}
            rows={data.games}
            rowKey={({ gameType }) => gameType}
          />
        )}
      </Loaded>
    </Panel>
  )
}
