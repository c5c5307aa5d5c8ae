import { useQuery } from '@tanstack/react-query'
import type { OperatorOverview } from '#core/api/operator/overview.ts'
import { Button } from '../../components/button.tsx'
import { coinsText, formatCoins } from '../../lib/format.ts'
import { useAction } from '../frame/action.ts'
import { FigureList } from '../frame/figure-list.tsx'
import { Loaded, Panel } from '../frame/panel.tsx'
import { BankrollTiles } from './bankroll-tiles.tsx'
import { Charts } from './charts.tsx'
import { Happenings } from './happenings.tsx'
import { JobsPanel } from './jobs-panel.tsx'
import { overviewQuery } from './overview-api.ts'
import { ReturnsPanel } from './returns-panel.tsx'
import { topUpAction } from './top-up-action.ts'

/** Shows the house at a glance; it is left open all day. */
export function OverviewView() {
  const query = useQuery(overviewQuery)
  return (
    <>
      <Loaded query={query} skeleton="h-40">
        {(overview) => <BankrollTiles {...overview} />}
      </Loaded>
      <Charts live={query.data} />
      <div className="op-halves">
        <div className="op-stack">
          <ReturnsPanel />
          {query.data && <RefillsPanel {...query.data} />}
          {query.data && <Happenings {...query.data} />}
        </div>
        {query.data && <JobsPanel jobs={query.data.jobs} />}
      </div>
    </>
  )
}

function RefillsPanel({ bankroll, refills }: OperatorOverview) {
  const { count, coins, lastDayCount, lastDayCoins } = refills
  const ask = useAction()
  return (
    <Panel
      title="Refills"
      tools={
        <Button size="small" onClick={() => ask(topUpAction(bankroll.house))}>
          Top up…
        </Button>
      }
    >
      <FigureList
        rows={[
          ['Last day', refillsText(lastDayCount, lastDayCoins)],
          ['Total', refillsText(count, coins)],
        ]}
      />
    </Panel>
  )
}

function refillsText(count: number, coins: number): string {
  if (count === 0) return 'none'
  const refills = count === 1 ? 'refill' : 'refills'
  return `${formatCoins(count)} ${refills}, ${coinsText(coins)}`
}
