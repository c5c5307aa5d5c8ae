import { queryOptions, useQuery } from '@tanstack/react-query'
import { type PublicAudit, readAudit } from '#core/api/audit.ts'
import { Bendy } from '../../components/bendy.tsx'
import { Button } from '../../components/button.tsx'
import { type Check, CheckList } from '../../components/check-list.tsx'
import { FoldedCard } from '../../components/folded-card.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { call } from '../../lib/call.ts'
import { classNames } from '../../lib/class-names.ts'
import { coinsText, formatCoins, formatTime } from '../../lib/format.ts'
import { Accounts, Deposits } from './accounts.tsx'
import { bookChecks } from './book-checks.ts'
import { ClosedDays } from './closed-days.tsx'
import { HowToCheck } from './how-to-check.tsx'
import { useOwnBalance } from './own-balance.tsx'
import { SignedReceipts, useOwnReceipt } from './own-receipt.tsx'

const auditQuery = queryOptions({
  queryKey: [readAudit.path],
  queryFn: () => call(readAudit),
  refetchInterval: 5_000,
  refetchOnMount: 'always',
})

/** /audit: the house's debts, and how anyone can check them. */
export function AuditPage() {
  const { data, isError, refetch } = useQuery(auditQuery)
  return (
    <article className="mx-auto grid w-full max-w-4xl grid-cols-1 gap-6">
      <header className="flex items-center gap-5">
        <Bendy className="w-32 shrink-0 max-sm:hidden" />
        <div>
          <h1 className="text-display max-sm:text-title">The books are open</h1>
          <p className="mt-2 sm:text-lead">
            What the house owes, and where every coin is. Your browser is
            checking it now, while you watch.
          </p>
        </div>
      </header>
      {data && <Books {...data} />}
      {!data && !isError && <Skeleton className="h-96" />}
      {!data && isError && (
        <p className="rubber-card flex flex-wrap items-center justify-between gap-3 p-5">
          The books could not be loaded. We’ll keep trying.
          <Button onClick={() => void refetch()}>Try again</Button>
        </p>
      )}
      {(data || isError) && (
        <>
          <SignedReceipts />
          <ClosedDays />
          <HowToCheck />
        </>
      )}
    </article>
  )
}

function Books(audit: PublicAudit) {
  const { days, figures } = audit
  const [newest] = days
  const balance = useOwnBalance(days)
  const receipt = useOwnReceipt()
  const checks = [balance, ...bookChecks(audit), ...(receipt ? [receipt] : [])]
  return (
    <>
      <section aria-label="Checks" className="rubber-card overflow-hidden">
        <VerdictBanner checks={checks} />
        <CheckList checks={checks} />
      </section>
      {newest && (
        <p className="text-lead">
          When the day closed on {formatTime(newest.closedAt)}, the house owed
          players <b>{coinsText(newest.sum)}</b> in{' '}
          {formatCoins(newest.players)} balances and open bets, and{' '}
          <b>{formatCoins(newest.jackpot)}</b> for the jackpot.
        </p>
      )}
      <FoldedCard title="All accounts and deposits">
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,20rem),1fr))] gap-6">
          <Accounts accounts={figures.accounts} />
          <Deposits deposits={figures.deposits} />
        </div>
      </FoldedCard>
    </>
  )
}

/** Summarizes the checks, in the colour of the weakest. */
function VerdictBanner({ checks }: { checks: readonly Check[] }) {
  const { state, mood, title, text } = getVerdict(checks)
  return (
    <div
      role={state === 'broken' ? 'alert' : 'status'}
      className={classNames(
        'flex items-center gap-4 px-5 py-4',
        bannerColours[state],
      )}
    >
      <Bendy mood={mood} className="w-16 shrink-0 sm:w-20" />
      <div>
        <h2 className="text-title max-sm:text-lead">{title}</h2>
        <div className="font-semibold">{text}</div>
      </div>
    </div>
  )
}

const bannerColours: Record<Check['state'], string> = {
  waiting: 'bg-raised',
  held: 'bg-lime text-on-toy',
  note: 'bg-sun text-on-toy [&_a]:text-inherit',
  broken: 'bg-bubblegum text-on-toy',
}

function getVerdict(checks: readonly Check[]) {
  const of = (state: Check['state']) =>
    checks.filter((check) => check.state === state)
  const [broken, notes, waiting] = [of('broken'), of('note'), of('waiting')]
  const held = of('held').length
  if (broken.length > 0) {
    return {
      state: 'broken',
      mood: 'error',
      title: 'This does not add up',
      text: (
        <>
          {broken.map(({ title, text }) => (
            <p key={title}>{text}</p>
          ))}
          <p className="text-small">
            Save this page’s data from <code className="hex">/api/audit</code>{' '}
            and <code className="hex">/api/audit/liabilities/mine</code>, stop
            playing, and contact the operator.
          </p>
        </>
      ),
    } as const
  }
  if (waiting.length > 0) {
    return {
      state: 'waiting',
      mood: 'tense',
      title: 'Your browser is checking the books…',
      text: `${held} of ${checks.length} checked.`,
    } as const
  }
  if (notes.length > 0) {
    return {
      state: 'note',
      mood: 'idle',
      title: `${held} of ${checks.length} checks hold. ${notes.length} can’t be checked yet.`,
      text: notes[0]?.text,
    } as const
  }
  return {
    state: 'held',
    mood: 'win',
    title: 'Everything adds up',
    text: `${held} checks, all computed just now in your browser.`,
  } as const
}
