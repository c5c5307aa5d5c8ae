import { useQuery } from '@tanstack/react-query'
import type { PublicAudit } from '#core/schemas/audit.ts'
import { Bendy } from '../../components/bendy.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { coinsText, formatCoins, formatTime } from '../../lib/format.ts'
import { AccountsCard, DepositsCard } from './accounts-card.tsx'
import { auditQuery } from './audit-api.ts'
import { DaysList } from './days-list.tsx'
import { HowToCheck } from './how-to-check.tsx'
import { OwnBalance } from './own-balance.tsx'
import { OwnReceipt } from './own-receipt.tsx'
import './audit.css'

/** /audit: what the house owes, and how anyone can check it. */
export function AuditPage() {
  const { data, isError, refetch } = useQuery(auditQuery())
  return (
    <article className="audit-page">
      <header className="flex items-center gap-5">
        <Bendy className="w-24 shrink-0 sm:w-32" />
        <div>
          <h1 className="text-display">The books are open</h1>
          <p className="mt-2 text-lead">
            What the house owes, where every coin is, and a seal on each day
            that nobody can change afterwards without being noticed.
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
      <OwnReceipt />
      <DaysList />
      <HowToCheck />
    </article>
  )
}

function Books({ anchor, days, figures, unanchored }: PublicAudit) {
  const [newest] = days
  return (
    <>
      {newest && (
        <Card className="grid gap-3">
          <h2 className="text-title">
            {`The house owes players ${coinsText(newest.sum)}, and the jackpot of ${formatCoins(newest.jackpot)}`}
          </h2>
          <p>
            That is the sum of {formatCoins(newest.players)} balances and open
            bets when the day was closed, {formatTime(newest.closedAt)}. The
            digest of that day covers them and every transaction:
          </p>
          <p className="well hex px-3 py-2">{newest.digest}</p>
          <p className="text-soft">
            {anchor
              ? `This digest is anchored on the chain, in block ${anchor.block}. It can’t be changed afterwards.`
              : `This digest is not anchored on a chain. ${unanchored ?? ''}`}
          </p>
        </Card>
      )}
      <OwnBalance days={days} />
      <div className="audit-cards">
        <AccountsCard accounts={figures.accounts} />
        <DepositsCard deposits={figures.deposits} />
      </div>
    </>
  )
}
