import type { AuditFigures } from '#core/api/audit.ts'
import { formatCoins, formatGain } from '../../lib/format.ts'
import { Figures } from './figures.tsx'

/** Every account of the ledger, and the sum that is zero. */
export function Accounts({ accounts }: Pick<AuditFigures, 'accounts'>) {
  const { sum } = accounts
  return (
    <section className="grid content-start gap-4">
      <h3 className="text-lead">All accounts</h3>
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
    </section>
  )
}

/** What deposits brought, by the deposits and by the ledger. */
export function Deposits({ deposits }: Pick<AuditFigures, 'deposits'>) {
  const { assets, confirmed, credited } = deposits
  return (
    <section className="grid content-start gap-4">
      <h3 className="text-lead">Deposits against credits</h3>
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
    </section>
  )
}
