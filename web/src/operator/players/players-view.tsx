import { Link } from 'react-router-dom'
import { listPlayers, PLAYER_STATES } from '#core/api/operator/players.ts'
import { formatCoins, formatGain, formatRowTime } from '../../lib/format.ts'
import { ListPanel } from '../frame/list-panel.tsx'
import { useView, viewLink } from '../frame/views.ts'
import { choices, operatorList } from '../operator-api.ts'
import { lastBetText, PlayerPanels } from './player-panels.tsx'
import { PlayerState } from './player-state.tsx'

/** All players, or all of one. */
export function PlayersView() {
  const id = useView().param('player')
  if (id) return <PlayerPanels key={id} id={id} />
  return <ListPanel list={playersList} />
}

const playersList = operatorList({
  title: 'Players',
  endpoint: listPlayers,
  rows: ({ players }) => players,
  key: ({ id }) => id,
  filters: [
    { param: 'search', label: 'Find a player' },
    {
      param: 'state',
      label: 'State',
      options: choices('All states', PLAYER_STATES),
    },
    {
      param: 'order',
      label: 'Order',
      options: [
        ['', 'Newest first'],
        ['last_bet', 'Last bet first'],
      ],
    },
  ],
  columns: [
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
    { name: 'Last bet', cell: ({ lastBetOn }) => lastBetText(lastBetOn) },
    { name: 'Since', cell: ({ createdAt }) => formatRowTime(createdAt) },
  ],
  empty: 'Nobody has an account yet.',
})
