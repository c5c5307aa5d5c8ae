import { useQuery } from '@tanstack/react-query'
import {
  type DepositCheck,
  type DepositGap,
  decideDeposit,
  listUnattributed,
  type OperatorDeposit,
  type OperatorDepositDetails,
  readDeposit,
  recheckDeposit,
} from '#core/api/operator/deposits.ts'
import { call } from '../lib/call.ts'
import { coinsText, formatCoins, formatTime } from '../lib/format.ts'
import { type Action, ActionButton } from './actions.tsx'
import { Age, Hex, Mark, type Tone } from './cells.tsx'
import { type Columns, DataTable } from './data-table.tsx'
import {
  assetText,
  DepositState,
  depositColumns,
  depositsList,
  PlayerLink,
  transactionColumns,
} from './deposit-list.tsx'
import { ListPanel, operatorList } from './list-panel.tsx'
import { actionsList } from './log-view.tsx'
import { FigureList, Loaded, Panel, PanelRow } from './panel.tsx'
import { operatorQuery } from './queries.ts'
import { useView, ViewLink } from './views.tsx'

/** Lists deposits and those without a transaction, or shows one. */
export function DepositsView() {
  const id = useView().param('deposit')
  if (id) return <DepositDetails key={id} id={id} />
  return (
    <>
      <ListPanel list={unattributedList} />
      <GapsPanel />
      <ListPanel list={depositsList} />
    </>
  )
}

const unattributedList = operatorList({
  title: 'Unattributed',
  endpoint: listUnattributed,
  rows: ({ deposits }) => deposits,
  key: ({ id }) => id,
  columns: depositColumns,
  empty: 'Every deposit has a matching transaction.',
})

const gapColumns: Columns<DepositGap> = {
  Wallet: ({ wallet }) => <Hex hex={wallet} on="address" />,
  Amount: { figure: assetText },
  Block: { figure: ({ blockNumber }) => blockNumber },
  Seen: ({ seenAt }) => <Age at={seenAt} />,
}

/** Lists wallet balances beyond all deposits, which must be seen twice. */
function GapsPanel() {
  const { data } = useQuery(operatorQuery(listUnattributed))
  if (!data || data.gaps.length === 0) return null
  return (
    <Panel title="Seen once">
      <DataTable
        label="Seen once"
        columns={gapColumns}
        rows={data.gaps}
        rowKey={({ wallet, asset }) => `${wallet} ${asset}`}
      />
    </Panel>
  )
}

/** One deposit: its checks, timeline, ledger entries and actions. */
function DepositDetails({ id }: { id: string }) {
  const query = useQuery({
    ...operatorQuery(readDeposit, { params: { id } }),
    // Not polled: each response calls nodes.
    refetchInterval: false,
  })
  return (
    <>
      <ViewLink view="deposits" className="op-link">
        All deposits
      </ViewLink>
      <Loaded query={query} skeleton="h-64">
        {(details) => <Details {...details} />}
      </Loaded>
    </>
  )
}

const tones: Record<DepositCheck['state'], Tone> = {
  passed: 'good',
  failed: 'bad',
  waiting: 'waiting',
  unknown: 'warning',
}

function Details(details: OperatorDepositDetails) {
  const { deposit, checks, timeline, transactions } = details
  return (
    <>
      <PanelRow>
        <PaymentPanel deposit={deposit} />
        <Panel title="Checks">
          <ul className="grid gap-1.5 px-3 py-2.5">
            {checks.map(({ name, state, detail }) => (
              <li key={name}>
                <Mark tone={tones[state]}>{state}</Mark> <strong>{name}</strong>
                {detail && <span className="text-soft">: {detail}</span>}
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title="Timeline">
          <ol className="grid gap-1.5 px-3 py-2.5">
            {timeline.map(({ at, event }) => (
              <li key={`${at} ${event}`}>
                <span className="text-soft">{formatTime(at)}</span> {event}
              </li>
            ))}
          </ol>
        </Panel>
      </PanelRow>
      <Panel title="Ledger entries">
        <DataTable
          label="Ledger entries"
          columns={transactionColumns}
          rows={transactions}
          rowKey={({ id }) => id}
          empty="No coins yet."
        />
      </Panel>
      <ListPanel
        list={actionsList}
        title="Operator actions"
        only={{ target: `deposit ${deposit.id}` }}
      />
    </>
  )
}

function PaymentPanel({ deposit }: { deposit: OperatorDeposit }) {
  const { claimed, reason, absorbed, asset } = deposit
  return (
    <Panel
      title={depositName(deposit)}
      tools={<DepositButtons deposit={deposit} />}
    >
      <FigureList
        figures={{
          State: <DepositState {...deposit} />,
          'Shown to the player': reason || undefined,
          Player: <PlayerLink {...deposit} />,
          Brings: coinsText(deposit.coins),
          'Claimed by the transaction': claimed
            ? `${claimed} ${asset}`
            : undefined,
          'Absorbed by the house':
            absorbed > 0 ? coinsText(absorbed) : undefined,
          Block: formatCoins(deposit.blockNumber),
          Transaction: <Hex hex={deposit.txHash} on="tx" />,
          From: <Hex hex={deposit.sender} on="address" none="unknown" />,
          To: <Hex hex={deposit.wallet} on="address" />,
          Seen: formatTime(deposit.createdAt),
        }}
      />
    </Panel>
  )
}

function DepositButtons({ deposit }: { deposit: OperatorDeposit }) {
  if (deposit.isHistory) {
    return <span className="text-soft">from an earlier chain</span>
  }
  return (
    <>
      <ActionButton action={recheckAction(deposit)}>Check again…</ActionButton>
      {deposit.isDecidable && (
        <>
          <ActionButton variant="go" action={creditAction(deposit)}>
            Credit…
          </ActionButton>
          <ActionButton variant="danger" action={rejectAction(deposit)}>
            Reject…
          </ActionButton>
        </>
      )}
    </>
  )
}

/** Names a deposit: '5 GUMBY of Bea'. */
function depositName(deposit: OperatorDeposit): string {
  return `${assetText(deposit)} of ${deposit.username}`
}

function recheckAction(deposit: OperatorDeposit): Action {
  const params = { id: deposit.id }
  return {
    title: `Check ${depositName(deposit)} again`,
    consequence:
      'Checks the chain now. The deposit is credited if all conditions are met; otherwise nothing changes.',
    verb: 'Check now',
    send: ({ reason }) => call(recheckDeposit, { params, body: { reason } }),
    done: 'Deposit checked',
  }
}

function creditAction(deposit: OperatorDeposit): Action {
  return {
    title: `Credit ${depositName(deposit)}`,
    consequence: `Pays ${deposit.username} ${coinsText(deposit.coins)} as a ledger posting. This can’t be undone.`,
    verb: 'Credit',
    send: decide(deposit, 'credit'),
    done: 'Deposit credited',
  }
}

function rejectAction(deposit: OperatorDeposit): Action {
  return {
    title: `Reject ${depositName(deposit)}`,
    consequence: `${deposit.username} gets nothing for it and sees your reason.`,
    verb: 'Reject',
    isDanger: true,
    reasonHint: 'For the player and the audit log.',
    send: decide(deposit, 'reject'),
    done: 'Deposit rejected',
  }
}

function decide(
  { id }: OperatorDeposit,
  decision: 'credit' | 'reject',
): Action['send'] {
  return ({ reason }) =>
    call(decideDeposit, { params: { id }, body: { decision, reason } })
}
