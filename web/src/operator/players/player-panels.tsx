import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { TRANSACTIONS_PAGE_SIZE } from '#core/api/history.ts'
import type { LimitsAnswer } from '#core/api/limits.ts'
import {
  listPlayerTransactions,
  type OperatorPlayer,
  readPlayer,
} from '#core/api/operator/players.ts'
import { Button } from '../../components/button.tsx'
import {
  coinsText,
  formatCoins,
  formatDay,
  formatGain,
  formatRowTime,
  formatTime,
} from '../../lib/format.ts'
import { depositsList } from '../deposits/deposit-lists.tsx'
import { useAction } from '../frame/action.ts'
import { FigureList } from '../frame/figure-list.tsx'
import { Hex } from '../frame/hex.tsx'
import { ListPanel } from '../frame/list-panel.tsx'
import { Loaded, Panel } from '../frame/panel.tsx'
import { viewLink } from '../frame/views.ts'
import { actionsList } from '../log/actions-list.tsx'
import { operatorList, operatorQuery } from '../operator-api.ts'
import { freezeAction, unfreezeAction } from './freeze-actions.ts'
import { PlayerState } from './player-state.tsx'
import { transactionColumns } from './transaction-columns.tsx'

/** One player: account, limits, sessions, deposits and whole history. */
export function PlayerPanels({ id }: { id: string }) {
  const query = useQuery(operatorQuery(readPlayer, { params: { id } }))
  return (
    <>
      <Link to={viewLink('players')} className="op-link">
        All players
      </Link>
      <Loaded query={query} skeleton="h-40">
        {({ player, wallet, limits, sessions }) => (
          <div className="op-halves">
            <AccountPanel player={player} wallet={wallet} />
            <div className="op-stack">
              <LimitsPanel limits={limits} />
              <SessionsPanel sessions={sessions} />
            </div>
          </div>
        )}
      </Loaded>
      <ListPanel
        list={actionsList}
        title="Operator actions"
        only={{ target: `player ${id}` }}
      />
      <ListPanel
        list={depositsList}
        title="Deposits of this player"
        only={{ player: id }}
      />
      <ListPanel list={historyOf(id)} />
    </>
  )
}

const historyOf = (id: string) =>
  operatorList({
    title: 'History',
    endpoint: listPlayerTransactions,
    params: { id },
    rows: (rows) => rows,
    key: ({ seq }) => seq,
    pageSize: TRANSACTIONS_PAGE_SIZE,
    columns: transactionColumns,
    empty: 'This player has never moved a coin.',
  })

function AccountPanel({
  player,
  wallet,
}: {
  player: OperatorPlayer
  wallet: string | null
}) {
  const { username, balance, profit, openStakes } = player
  const { createdAt, closedAt, frozen, id, lastBetOn } = player
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
          ['Last bet', lastBetText(lastBetOn)],
          ['Since', formatTime(createdAt)],
          ...(closedAt ? [['Closed', formatTime(closedAt)] as const] : []),
          [
            'Wallet',
            wallet ? (
              <Hex key="wallet" hex={wallet} on="address" />
            ) : (
              'none yet'
            ),
          ],
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
          ['Lost today, with open stakes', formatCoins(today.lost)],
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
  sessions: readonly { signedInAt: string; expiresAt: string }[]
}) {
  return (
    <Panel title="Sessions">
      {sessions.length === 0 ? (
        <p className="op-empty">Not signed in.</p>
      ) : (
        <ul className="op-lines">
          {sessions.map(({ signedInAt, expiresAt }) => (
            <li key={signedInAt}>
              Signed in {formatRowTime(signedInAt)}, expires{' '}
              {formatRowTime(expiresAt)}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Bets are dated by the UTC day only. */
export function lastBetText(day: string | null): string {
  return day === null ? 'never' : formatDay(`${day}T12:00:00Z`)
}
