import { useQuery } from '@tanstack/react-query'
import {
  type DepositGap,
  listUnattributed,
} from '#core/api/operator/deposits.ts'
import { amountText } from '../lib/format.ts'
import { Age, Hex } from './cells.tsx'
import { type Columns, DataTable } from './data-table.tsx'
import { DepositDetails } from './deposit-details.tsx'
import { depositColumns, depositsList } from './deposit-list.tsx'
import { ListPanel, operatorList } from './list-panel.tsx'
import { Panel } from './panel.tsx'
import { operatorQuery } from './queries.ts'
import { useView } from './views.tsx'

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
  Amount: {
    figure: ({ amount, asset: cryptoType }) =>
      amountText({ amount, cryptoType }),
  },
  Block: { figure: ({ blockNumber }) => blockNumber },
  Seen: ({ seenAt }) => <Age at={seenAt} />,
}

/** Gaps between wallets and deposits that have to be seen twice. */
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
