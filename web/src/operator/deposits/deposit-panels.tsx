import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import {
  type DepositCheck,
  type OperatorDeposit,
  type OperatorDepositDetails,
  readDeposit,
} from '#core/api/operator/deposits.ts'
import { Button } from '../../components/button.tsx'
import { coinsText, formatCoins, formatTime } from '../../lib/format.ts'
import { useAction } from '../frame/action.ts'
import { DataTable } from '../frame/data-table.tsx'
import { FigureList } from '../frame/figure-list.tsx'
import { Hex } from '../frame/hex.tsx'
import { ListPanel } from '../frame/list-panel.tsx'
import { Mark, type Tone } from '../frame/mark.tsx'
import { Loaded, Panel } from '../frame/panel.tsx'
import { viewLink } from '../frame/views.ts'
import { actionsList } from '../log/actions-list.tsx'
import { operatorQuery } from '../operator-api.ts'
import { transactionColumns } from '../players/transaction-columns.tsx'
import {
  creditAction,
  depositName,
  recheckAction,
  rejectAction,
} from './deposit-actions.ts'
import { DepositState } from './deposit-lists.tsx'

/** One deposit: checks, what happened, and what can be done. */
export function DepositPanels({ id }: { id: string }) {
  const query = useQuery({
    ...operatorQuery(readDeposit, { params: { id } }),
    // Each answer asks nodes.
    refetchInterval: false,
  })
  return (
    <>
      <Link to={viewLink('deposits')} className="op-link">
        All deposits
      </Link>
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
      <div className="op-columns">
        <PaymentPanel deposit={deposit} />
        <Panel title="Checks">
          <ul className="op-lines">
            {checks.map(({ name, state, detail }) => (
              <li key={name}>
                <Mark tone={tones[state]}>{state}</Mark> <strong>{name}</strong>
                {detail && <span className="text-soft">: {detail}</span>}
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title="Timeline">
          <ol className="op-lines">
            {timeline.map(({ at, event }) => (
              <li key={`${at} ${event}`}>
                <span className="text-soft">{formatTime(at)}</span> {event}
              </li>
            ))}
          </ol>
        </Panel>
      </div>
      <Panel title="Ledger entries">
        {transactions.length === 0 ? (
          <p className="op-empty">No coins yet.</p>
        ) : (
          <DataTable
            label="Ledger entries"
            columns={transactionColumns}
            rows={transactions}
            rowKey={({ id }) => id}
          />
        )}
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
  const { userId, username, txHash, sender, wallet, claimed, reason } = deposit
  return (
    <Panel
      title={depositName(deposit)}
      tools={<DepositButtons deposit={deposit} />}
    >
      <FigureList
        rows={[
          ['State', <DepositState key="state" {...deposit} />],
          ...(reason ? [['The player is told', reason] as const] : []),
          [
            'Player',
            <Link
              key="player"
              to={viewLink('players', { player: userId })}
              className="op-name"
            >
              {username}
            </Link>,
          ],
          ['Brings', coinsText(deposit.coins)],
          ...(claimed
            ? [['Its transaction says', `${claimed} ${deposit.asset}`] as const]
            : []),
          ...(deposit.absorbed > 0
            ? [['The house bears', coinsText(deposit.absorbed)] as const]
            : []),
          ['Block', formatCoins(deposit.blockNumber)],
          [
            'Transaction',
            txHash ? <Hex key="tx" hex={txHash} on="tx" /> : 'none',
          ],
          [
            'From',
            sender ? <Hex key="from" hex={sender} on="address" /> : 'unknown',
          ],
          ['To', <Hex key="to" hex={wallet} on="address" />],
          ['Seen', formatTime(deposit.createdAt)],
        ]}
      />
    </Panel>
  )
}

function DepositButtons({ deposit }: { deposit: OperatorDeposit }) {
  const ask = useAction()
  if (deposit.isHistory) {
    return <span className="text-soft">of an earlier chain</span>
  }
  return (
    <>
      <Button size="small" onClick={() => ask(recheckAction(deposit))}>
        Check again…
      </Button>
      {deposit.isDecidable && (
        <>
          <Button
            size="small"
            variant="go"
            onClick={() => ask(creditAction(deposit))}
          >
            Credit…
          </Button>
          <Button
            size="small"
            variant="danger"
            onClick={() => ask(rejectAction(deposit))}
          >
            Reject…
          </Button>
        </>
      )}
    </>
  )
}
