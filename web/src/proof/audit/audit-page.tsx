import { useQuery } from '@tanstack/react-query'
import type { PublicAudit } from '#core/api/audit.ts'
import { Bendy } from '../../components/bendy.tsx'
import { Button } from '../../components/button.tsx'
import { FoldedCard } from '../../components/folded-card.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { coinsText, formatCoins, formatTime } from '../../lib/format.ts'
import { Accounts, Deposits } from './accounts-card.tsx'
import { auditQuery } from './audit-api.ts'
import { bookChecks } from './book-checks.ts'
import { Checklist } from './checklist.tsx'
import { DaysList } from './days-list.tsx'
import { HowToCheck } from './how-to-check.tsx'
import { useOwnBalance } from './own-balance.tsx'
import { SignedReceipts, useOwnReceipt } from './own-receipt.tsx'
import './audit.css'

/** /audit: what the house owes, and how anyone can check it. */
export function AuditPage() {
  const { data, isError, refetch } = useQuery(auditQuery())
  return (
    <article className="audit-page">
      <header className="flex items-center gap-5">
        <Bendy className="w-32 shrink-0 max-sm:hidden" />
        <div>
          <h1 className="text-display max-sm:text-title">The books are open</h1>
          <p className="mt-2 sm:text-lead">
            What the house owes, and where every coin is. Your browser checks it
            now, while you watch.
          </p>
        </div>
      </header>
      {data && <Books {...data} />}
      {!data && !isError && <Skeleton className="h-96" />}
      {!data && isError && (
        <p className="rubber-card flex flex-wrap items-center justify-between gap-3 p-5">
          The books could not be loaded. They are tried again by themselves.
          <Button onClick={() => void refetch()}>Try again</Button>
        </p>
      )}
      {(data || isError) && (
        <>
          <SignedReceipts />
          <FoldedCard title="Closed days">
            <DaysList />
          </FoldedCard>
          <HowToCheck />
        </>
      )}
    </article>
  )
}

function Books(audit: PublicAudit) {
  const { days, figures } = audit
  const [newest] = days
  const receipt = useOwnReceipt()
  const checks = [
    useOwnBalance(days),
    ...bookChecks(audit),
    ...(receipt ? [receipt] : []),
  ]
  return (
    <>
      <Checklist checks={checks} />
      {newest && (
        <p className="text-lead">
          When the day closed, {formatTime(newest.closedAt)}, the house owed
          players <b>{coinsText(newest.sum)}</b> in{' '}
          {formatCoins(newest.players)} balances and open bets, and{' '}
          <b>{formatCoins(newest.jackpot)}</b> for the jackpot.
        </p>
      )}
      <FoldedCard title="All accounts and deposits">
        <div className="audit-cards">
          <Accounts accounts={figures.accounts} />
          <Deposits deposits={figures.deposits} />
        </div>
      </FoldedCard>
    </>
  )
}
