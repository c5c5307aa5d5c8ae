import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { LimitsAnswer } from '#core/api/limits.ts'
import type { OperatorPlayer } from '#core/schemas/operator/players.ts'
import { Button } from '../../../components/button.tsx'
import {
  coinsText,
  formatCoins,
  formatGain,
  formatTime,
} from '../../../lib/format.ts'
import { DepositsPanel } from '../deposits/deposits-panel.tsx'
import { useAction } from '../frame/action.ts'
import { FigureList } from '../frame/figure-list.tsx'
import { ListPanel } from '../frame/list-panel.tsx'
import { Loaded, Panel } from '../frame/panel.tsx'
import { viewLink } from '../frame/views.ts'
import { freezeAction, unfreezeAction } from './freeze-actions.ts'
import { PlayerState } from './player-state.tsx'
import { playerQuery, transactionsListOf } from './players-api.ts'
import { transactionColumns } from './transaction-columns.tsx'

/** One player: account, limits, sessions, deposits and whole history. */
export function PlayerPanels({ id }: { id: string }) {
  const query = useQuery(playerQuery(id))
  return (
    <>
      <Link to={viewLink('players')} className="op-link">
        All players
      </Link>
      <Loaded query={query} skeleton="h-40">
        {({ player, limits, sessions }) => (
          <div className="op-columns">
            <AccountPanel player={player} />
            <LimitsPanel limits={limits} />
            <SessionsPanel sessions={sessions} />
          </div>
        )}
      </Loaded>
      <DepositsPanel
        title="Deposits of this player"
        filter={{ player: id }}
        empty="This player has made no deposits."
      />
      <ListPanel
        title="History"
        list={transactionsListOf(id)}
        columns={transactionColumns}
        rowKey={({ seq }) => seq}
        empty="This player has never moved a coin."
      />
    </>
  )
}

function AccountPanel({ player }: { player: OperatorPlayer }) {
  const { username, balance, profit, openStakes } = player
  const { createdAt, closedAt, frozen, id } = player
  const ask = useAction()
  const change = frozen ? unfreezeAction(player) : freezeAction(player)
  return (
    <Panel
      title={username}
      tools={
        <Button
          size="small"
          variant={frozen ? 'go' : 'danger'}
          onClick={() => ask(change)}
        >
          {change.verb}…
        </Button>
      }
    >
      {frozen && (
        <p className="op-old">
          Frozen since {formatTime(frozen.at)}: {frozen.reason}
        </p>
      )}
      <FigureList
        rows={[
          ['State', <PlayerState key="state" {...player} />],
          ['Balance', coinsText(balance)],
          ['Profit of settled bets', formatGain(profit)],
          ['Open stakes', coinsText(openStakes)],
          ['Since', formatTime(createdAt)],
          ...(closedAt ? [['Closed', formatTime(closedAt)] as const] : []),
          ['Id', <code key="id">{id}</code>],
        ]}
      />
    </Panel>
  )
}

function LimitsPanel({ limits }: { limits: LimitsAnswer }) {
  const { dailyStake, dailyLoss, pending, coolOffUntil, today } = limits
  const text = (limit: number | null) =>
    limit === null ? 'none' : formatCoins(limit)
  return (
    <Panel title="Limits">
      <FigureList
        rows={[
          ['Stake a day', text(dailyStake)],
          ['Loss a day', text(dailyLoss)],
          ['Staked today', formatCoins(today.staked)],
          ['Lost today', formatCoins(today.lost)],
          ['Break until', coolOffUntil ? formatTime(coolOffUntil) : 'no break'],
          ...(pending
            ? [
                [
                  `From ${formatTime(pending.from)}`,
                  `stake ${text(pending.dailyStake)}, loss ${text(pending.dailyLoss)}`,
                ] as const,
              ]
            : []),
        ]}
      />
    </Panel>
  )
}

function SessionsPanel({
  sessions,
}: {
  sessions: readonly { expiresAt: string }[]
}) {
  return (
    <Panel title="Sessions">
      {sessions.length === 0 ? (
        <p className="op-empty">Not signed in.</p>
      ) : (
        <ul className="op-lines">
          {sessions.map(({ expiresAt }) => (
            <li key={expiresAt}>A browser, until {formatTime(expiresAt)}</li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
