import { useQuery } from '@tanstack/react-query'
import { TRANSACTIONS_PAGE_SIZE } from '#core/api/history.ts'
import type { LimitsAnswer } from '#core/api/limits.ts'
import {
  freezePlayer,
  listPlayers,
  listPlayerTransactions,
  type OperatorPlayer,
  PLAYER_STATES,
  readPlayer,
  unfreezePlayer,
} from '#core/api/operator/players.ts'
import { DAILY_LIMITS } from '#core/protection/daily-limits.ts'
import { call } from '../lib/call.ts'
import {
  coinsText,
  formatCoins,
  formatDay,
  formatGain,
  formatRowTime,
  formatTime,
} from '../lib/format.ts'
import { type Action, ActionButton } from './actions.tsx'
import { Hex, Mark } from './cells.tsx'
import {
  depositsList,
  PlayerLink,
  transactionColumns,
} from './deposit-list.tsx'
import { choices, ListPanel, operatorList } from './list-panel.tsx'
import { actionsList } from './log-view.tsx'
import {
  FigureList,
  Halves,
  Loaded,
  Note,
  Panel,
  Stack,
  Warning,
} from './panel.tsx'
import { operatorQuery } from './queries.ts'
import { useView, ViewLink } from './views.tsx'

/** Lists players, or shows one. */
export function PlayersView() {
  const id = useView().param('player')
  if (id) return <Player key={id} id={id} />
  return <ListPanel list={playersList} />
}

const playersList = operatorList({
  title: 'Players',
  endpoint: listPlayers,
  rows: ({ players }) => players,
  key: ({ id }) => id,
  filters: {
    search: { label: 'Find a player' },
    state: { label: 'State', options: choices('All states', PLAYER_STATES) },
    order: {
      label: 'Order',
      options: { '': 'Newest first', last_bet: 'Last bet first' },
    },
  },
  columns: {
    Player: ({ id, username }) => (
      <PlayerLink userId={id} username={username} />
    ),
    Balance: { figure: ({ balance }) => balance },
    Profit: { figure: ({ profit }) => formatGain(profit) },
    State: (player) => <PlayerState {...player} />,
    'Last bet': ({ lastBetOn }) => lastBetText(lastBetOn),
    Since: ({ createdAt }) => formatRowTime(createdAt),
  },
  empty: 'No accounts yet.',
})

function PlayerState({ role, frozen, closedAt }: OperatorPlayer) {
  if (frozen) return <Mark tone="bad">frozen</Mark>
  if (closedAt) return <Mark tone="plain">closed</Mark>
  if (role === 'operator') return <Mark tone="waiting">operator</Mark>
  return <Mark tone="good">active</Mark>
}

/** Bets are dated by the UTC day only. */
function lastBetText(day: string | null): string {
  return day === null ? 'never' : formatDay(`${day}T12:00:00Z`)
}

/** One player: account, limits, sessions, deposits and whole history. */
function Player({ id }: { id: string }) {
  const query = useQuery(operatorQuery(readPlayer, { params: { id } }))
  return (
    <>
      <ViewLink view="players" className="op-link">
        All players
      </ViewLink>
      <Loaded query={query} skeleton="h-40">
        {({ player, wallet, limits, sessions }) => (
          <Halves>
            <AccountPanel player={player} wallet={wallet} />
            <Stack>
              <LimitsPanel limits={limits} />
              <SessionsPanel sessions={sessions} />
            </Stack>
          </Halves>
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
      <ListPanel list={historyList(id)} />
    </>
  )
}

const historyList = (id: string) =>
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

type AccountPanelProps = {
  player: OperatorPlayer
  wallet: string | null
}

function AccountPanel({ player, wallet }: AccountPanelProps) {
  const { closedAt, frozen } = player
  const change = frozen ? unfreezeAction(player) : freezeAction(player)
  return (
    <Panel
      title={player.username}
      tools={
        <ActionButton action={change} variant={frozen ? 'go' : 'danger'}>
          {change.verb}…
        </ActionButton>
      }
    >
      {frozen && (
        <Warning>
          Frozen since {formatTime(frozen.at)}: {frozen.reason}
        </Warning>
      )}
      <FigureList
        figures={{
          State: <PlayerState {...player} />,
          Balance: coinsText(player.balance),
          'Profit of settled bets': formatGain(player.profit),
          'Open stakes': coinsText(player.openStakes),
          'Last bet': lastBetText(player.lastBetOn),
          Since: formatTime(player.createdAt),
          Closed: closedAt ? formatTime(closedAt) : undefined,
          Wallet: <Hex hex={wallet} on="address" none="none yet" />,
          Id: <code>{player.id}</code>,
        }}
      />
    </Panel>
  )
}

function freezeAction({ id, username }: OperatorPlayer): Action {
  return {
    title: `Freeze ${username}`,
    consequence:
      'Signs the player out everywhere and keeps them out. Their open bets are settled as usual.',
    verb: 'Freeze',
    isDanger: true,
    reasonHint: 'For the player and the audit log.',
    send: ({ reason }) =>
      call(freezePlayer, { params: { id }, body: { reason } }),
    done: `${username} is frozen`,
  }
}

function unfreezeAction({ id, username }: OperatorPlayer): Action {
  return {
    title: `Unfreeze ${username}`,
    consequence: 'The player can sign in again.',
    verb: 'Unfreeze',
    send: ({ reason }) =>
      call(unfreezePlayer, { params: { id }, body: { reason } }),
    done: `${username} can sign in again`,
  }
}

function LimitsPanel({ limits }: { limits: LimitsAnswer }) {
  const { pending, coolOffUntil, today } = limits
  const text = (limit: number | null) =>
    limit === null ? 'none' : formatCoins(limit)
  const daily = DAILY_LIMITS.flatMap(({ kind, label, used, usedLabel }) => [
    [label, text(limits[kind])],
    [usedLabel, formatCoins(today[used])],
  ])
  return (
    <Panel title="Limits">
      <FigureList
        figures={{
          ...Object.fromEntries(daily),
          'Break until': coolOffUntil ? formatTime(coolOffUntil) : 'no break',
          ...(pending && {
            [`From ${formatTime(pending.from)}`]: DAILY_LIMITS.map(
              ({ kind, noun }) => `${noun} ${text(pending[kind])}`,
            ).join(', '),
          }),
        }}
      />
    </Panel>
  )
}

type SessionsPanelProps = {
  sessions: readonly { signedInAt: string; expiresAt: string }[]
}

function SessionsPanel({ sessions }: SessionsPanelProps) {
  return (
    <Panel title="Sessions">
      {sessions.length === 0 && <Note>Not signed in.</Note>}
      {sessions.map(({ signedInAt, expiresAt }) => (
        <p key={signedInAt} className="px-3 py-1.5">
          Signed in {formatRowTime(signedInAt)}, expires{' '}
          {formatRowTime(expiresAt)}
        </p>
      ))}
    </Panel>
  )
}
