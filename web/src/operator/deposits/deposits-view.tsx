import { useQuery } from '@tanstack/react-query'
import {
  type DepositGap,
  listUnattributed,
} from '#core/api/operator/deposits.ts'
import { amountText } from '../../lib/amount-text.ts'
import { formatCoins } from '../../lib/format.ts'
import { Age } from '../frame/age.tsx'
import { type Column, DataTable } from '../frame/data-table.tsx'
import { Hex } from '../frame/hex.tsx'
import { ListPanel } from '../frame/list-panel.tsx'
import { Loaded, Panel } from '../frame/panel.tsx'
import { useView } from '../frame/views.ts'
import { operatorQuery } from '../operator-api.ts'
import { depositsList, unattributedList } from './deposit-lists.tsx'
import { DepositPanels } from './deposit-panels.tsx'

/** All deposits and what no transaction explains, or all of one. */
export function DepositsView() {
  const id = useView().param('deposit')
  if (id) return <DepositPanels key={id} id={id} />
  return (
    <>
      <ListPanel list={unattributedList} />
      <GapsPanel />
      <ListPanel list={depositsList} />
    </>
  )
}

const gapColumns: readonly Column<DepositGap>[] = [
  {
    name: 'Wallet',
    cell: ({ wallet }) => <Hex hex={wallet} on="address" />,
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
  const query = useQuery(operatorQuery(listUnattributed))
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
