import { Link } from 'react-router-dom'
import type { OperatorPlayer } from '#core/schemas/operator/players.ts'
import { formatCoins, formatGain, formatRowTime } from '../../../lib/format.ts'
import type { Column } from '../frame/data-table.tsx'
import { ListPanel } from '../frame/list-panel.tsx'
import { Search } from '../frame/search.tsx'
import { useView, viewLink } from '../frame/views.ts'
import { PlayerPanels } from './player-panels.tsx'
import { PlayerState } from './player-state.tsx'
import { playersList } from './players-api.ts'

/** All players, or all of one. */
export function PlayersView() {
  const { param, change } = useView()
  const id = param('player')
  if (id) return <PlayerPanels key={id} id={id} />
  const search = param('search')
  return (
    <ListPanel
      title="Players"
      list={playersList}
      filter={{ search }}
      columns={columns}
      rowKey={(player) => player.id}
      empty={
        search
          ? `No player’s name starts with “${search}”.`
          : 'Nobody has an account yet.'
      }
      tools={
        <Search
          label="Find a player"
          value={search}
          onSearch={(text) => change({ search: text })}
        />
      }
    />
  )
}

const columns: readonly Column<OperatorPlayer>[] = [
  {
    name: 'Player',
    cell: ({ id, username }) => (
      <Link to={viewLink('players', { player: id })} className="op-name">
        {username}
      </Link>
    ),
  },
  {
    name: 'Balance',
    isNumber: true,
    cell: ({ balance }) => formatCoins(balance),
  },
  {
    name: 'Profit',
    isNumber: true,
    cell: ({ profit }) => formatGain(profit),
  },
  { name: 'State', cell: (player) => <PlayerState {...player} /> },
  { name: 'Since', cell: ({ createdAt }) => formatRowTime(createdAt) },
]
