import { useQuery } from '@tanstack/react-query'
import { depositStatus } from '#core/api/wallet.ts'
import type { DepositGap } from '#core/schemas/operator/deposits.ts'
import { amountText } from '../../../lib/amount-text.ts'
import { formatCoins } from '../../../lib/format.ts'
import { shortHex } from '../../../lib/short-hex.ts'
import { Age } from '../frame/age.tsx'
import { Choice } from '../frame/choice.tsx'
import { type Column, DataTable } from '../frame/data-table.tsx'
import { ListPanel } from '../frame/list-panel.tsx'
import { Loaded, Panel } from '../frame/panel.tsx'
import { useView } from '../frame/views.ts'
import { depositColumns } from './deposit-columns.tsx'
import { DepositPanels } from './deposit-panels.tsx'
import { gapsQuery, unattributedList } from './deposits-api.ts'
import { DepositsPanel } from './deposits-panel.tsx'

const STATES = [
  ['', 'All states'],
  ...depositStatus.options.map(
    (status) => [status, status.replace('_', ' ')] as const,
  ),
] as const

/** All deposits and what no transaction explains, or all of one. */
export function DepositsView() {
  const { param, change } = useView()
  const id = param('deposit')
  if (id) return <DepositPanels key={id} id={id} />
  const status = param('status')
  return (
    <>
      <ListPanel
        title="Unattributed"
        list={unattributedList}
        columns={depositColumns}
        rowKey={(deposit) => deposit.id}
        empty="Every coin on the wallets is explained by a transaction."
      />
      <GapsPanel />
      <DepositsPanel
        title="Deposits"
        filter={{ status }}
        empty={status ? 'No deposits in this state.' : 'No deposits yet.'}
        tools={
          <Choice
            label="State"
            value={status}
            options={STATES}
            onChange={(chosen) => change({ status: chosen })}
          />
        }
      />
    </>
  )
}

const gapColumns: readonly Column<DepositGap>[] = [
  {
    name: 'Wallet',
    cell: ({ wallet }) => <code>{shortHex(wallet)}</code>,
  },
  {
    name: 'Amount',
    isNumber: true,
    cell: ({ amount, asset: cryptoType }) => amountText({ amount, cryptoType }),
  },
  {
    name: 'Block',
    isNumber: true,
    cell: ({ blockNumber }) => formatCoins(blockNumber),
  },
  { name: 'Seen', cell: ({ seenAt }) => <Age at={seenAt} /> },
]

/** Gaps between wallets and deposits that are waited for to be seen twice. */
function GapsPanel() {
  const query = useQuery(gapsQuery())
  if (query.data?.gaps.length === 0) return null
  return (
    <Panel title="Seen once">
      <Loaded query={query}>
        {({ gaps }) => (
          <DataTable
            label="Seen once"
            columns={gapColumns}
            rows={gaps}
            rowKey={({ wallet, asset }) => `${wallet} ${asset}`}
          />
        )}
      </Loaded>
    </Panel>
  )
}
