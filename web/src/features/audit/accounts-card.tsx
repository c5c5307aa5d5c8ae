import type { AuditFigures } from '#core/schemas/audit.ts'
import { Card } from '../../components/card.tsx'
import { formatCoins, formatGain } from '../../lib/format.ts'
import { Figures } from './figures.tsx'

/** Every account of the ledger, and the sum that is zero. */
export function AccountsCard({ accounts }: Pick<AuditFigures, 'accounts'>) {
  const { sum } = accounts
  return (
    <Card className="grid content-start gap-4">
      <h2 className="text-title">All accounts</h2>
      <p className="text-soft">
        Coins only move from one account to another: what one gains, another
        loses. So all of them together are zero.
      </p>
      <Figures
        rows={[
          ['Players', formatGain(accounts.players)],
          ['House', formatGain(accounts.house)],
          ['Jackpot', formatGain(accounts.jackpot)],
          ['Given out by the house', formatGain(accounts.grants)],
          ['Come from the chain', formatGain(accounts.chain)],
        ]}
        total={['Sum', formatGain(sum)]}
        isRight={sum === 0}
      />
    </Card>
  )
}

/** What deposits brought, by the deposits and by the ledger. */
export function DepositsCard({ deposits }: Pick<AuditFigures, 'deposits'>) {
  const { assets, confirmed, credited } = deposits
  return (
    <Card className="grid content-start gap-4">
      <h2 className="text-title">Deposits against credits</h2>
      <p className="text-soft">
        Each confirmed deposit on the chain brought its coins once, and nothing
        else did.
      </p>
      <Figures
        rows={[
          ...assets.map(
            ({ asset, coins, deposits: count }): [string, string] => [
              `${formatCoins(count)} in ${asset}`,
              formatCoins(coins),
            ],
          ),
          ['All confirmed deposits', formatCoins(confirmed)],
          ['Credited by the ledger', formatCoins(credited)],
        ]}
        total={['Difference', formatGain(confirmed - credited)]}
        isRight={confirmed === credited}
      />
    </Card>
  )
}
