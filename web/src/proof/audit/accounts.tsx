import type { AuditFigures } from '#core/api/audit.ts'
import { ShieldIcon } from '../../components/shield-icon.tsx'
import { classNames } from '../../lib/class-names.ts'
import { formatCoins, formatGain } from '../../lib/format.ts'

/** Lists every account of the ledger and their sum, which is zero. */
export function Accounts({ accounts }: Pick<AuditFigures, 'accounts'>) {
  return (
    <Figures
      title="All accounts"
      text="Coins only move from one account to another: what one gains, another loses. So all accounts add up to zero."
      rows={[
        ['Players', formatGain(accounts.players)],
        ['House', formatGain(accounts.house)],
        ['Jackpot', formatGain(accounts.jackpot)],
        ['Given out by the house', formatGain(accounts.grants)],
        ['Deposited from the chain', formatGain(accounts.chain)],
      ]}
      sumName="Sum"
      sum={accounts.sum}
    />
  )
}

/** Compares the confirmed deposits with the ledger's credits. */
export function Deposits({ deposits }: Pick<AuditFigures, 'deposits'>) {
  const { assets, confirmed, credited } = deposits
  return (
    <Figures
      title="Deposits against credits"
      text="Each confirmed deposit on the chain was credited exactly once, and nothing else was."
      rows={[
        ...assets.map((one): [string, string] => [
          `${formatCoins(one.deposits)} in ${one.asset}`,
          formatCoins(one.coins),
        ]),
        ['All confirmed deposits', formatCoins(confirmed)],
        ['Credited by the ledger', formatCoins(credited)],
      ]}
      sumName="Difference"
      sum={confirmed - credited}
    />
  )
}

type FiguresProps = {
  title: string
  text: string
  rows: readonly (readonly [name: string, value: string])[]
  sumName: string
  sum: number
}

/** Coins in a column, and a sum that must be zero. */
function Figures({ title, text, rows, sumName, sum }: FiguresProps) {
  const isZero = sum === 0
  const row = 'flex justify-between gap-4 py-1.5'
  const value = 'font-display font-medium tabular-nums'
  return (
    <section className="grid content-start gap-4">
      <h3 className="text-lead">{title}</h3>
      <p className="text-soft">{text}</p>
      <dl>
        {rows.map(([name, coins]) => (
          <div key={name} className={row}>
            <dt>{name}</dt>
            <dd className={value}>{coins}</dd>
          </div>
        ))}
        <div
          className={classNames(
            row,
            'mt-1.5 border-outline border-t-2 pt-2.5 font-bold',
            !isZero && 'rounded-[0.75rem] bg-bubblegum px-2.5 text-on-toy',
          )}
        >
          <dt className="flex items-center gap-2">
            <ShieldIcon
              mark={isZero ? 'check' : 'cross'}
              className={isZero ? 'text-lime' : 'text-on-toy'}
            />
            {isZero ? sumName : `${sumName}, which has to be 0`}
          </dt>
          <dd className={value}>{formatGain(sum)}</dd>
        </div>
      </dl>
    </section>
  )
}
