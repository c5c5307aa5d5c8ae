import type { Transaction } from '#core/schemas/transaction.ts'
import { ShieldIcon } from '../../components/shield-icon.tsx'
import { BetGain } from '../../domain/bets/bet-gain.tsx'
import {
  coinsText,
  formatCoins,
  formatGain,
  formatRowTime,
  formatTime,
} from '../../lib/format.ts'
import { pagePath } from '../../lib/page-path.ts'
import { typeLabels } from './type-labels.ts'

/** One transaction; a bet with what came of it and what proves that. */
export function HistoryRow({ transaction }: { transaction: Transaction }) {
  const { type, timestamp, balanceAfter } = transaction
  return (
    <li className="history-row">
      <div className="min-w-0">
        <p className="font-display font-semibold">{titleOf(transaction)}</p>
        <time dateTime={timestamp} className="text-small text-soft">
          {formatRowTime(timestamp)}
        </time>
      </div>
      <div className="text-end">
        {type === 'bet' ? (
          <BetGain bet={transaction} />
        ) : (
          <span className="whitespace-nowrap font-display font-semibold tabular-nums">
            {formatGain(transaction.amount)}
          </span>
        )}
        <p className="text-small text-soft">
          Balance {formatCoins(balanceAfter)}
        </p>
      </div>
      <div className="history-proof">
        {type === 'bet' && <Proof of={transaction} />}
      </div>
    </li>
  )
}

function Proof({ of: bet }: { of: Transaction }) {
  return (
    <a
      href={pagePath(`/verify/${bet.id}`)}
      target="_blank"
      rel="noreferrer"
      aria-label={`Proof of ${titleOf(bet)}, ${formatTime(bet.timestamp)}`}
      className="text-link inline-flex min-h-11 items-center gap-2 px-2"
    >
      <ShieldIcon mark="none" className="text-sky" />
      <span className="max-sm:sr-only">Proof</span>
    </a>
  )
}

function titleOf({ type, gameType, amount }: Transaction): string {
  if (type === 'bet') return `${gameType} · bet ${coinsText(-amount)}`
  const label = typeLabels[type]
  return gameType ? `${gameType} · ${label.toLowerCase()}` : label
}
