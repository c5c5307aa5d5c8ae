import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { ClosedDay } from '#core/schemas/audit.ts'
import { Bendy } from '../../components/bendy.tsx'
import { Button } from '../../components/button.tsx'
import { ShieldIcon } from '../../components/shield-icon.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useAuth } from '../../domain/session/auth.tsx'
import { useWayBack } from '../../domain/session/way-back.ts'
import { coinsText, formatCoins } from '../../lib/format.ts'
import { pagePath } from '../../lib/page-path.ts'
import { ownLeafQuery } from './audit-api.ts'
import { dayText } from './day-text.ts'
import { type LeafFailure, leafFailure } from './judge-leaf.ts'

/** Finds the signed-in player's own balance in the tree, unasked. */
export function OwnBalance({ days }: { days: readonly ClosedDay[] }) {
  const { user } = useAuth()
  const wayBack = useWayBack()
  if (user) return <OwnLeaf key={user.id} player={user.id} days={days} />
  return (
    <p className="rubber-card p-5">
      <Link to={pagePath('/auth')} state={wayBack} className="text-link">
        Sign in
      </Link>{' '}
      and your browser looks for your own balance in this sum.
    </p>
  )
}

interface OwnLeafProps {
  player: string
  days: readonly ClosedDay[]
}

function OwnLeaf({ player, days }: OwnLeafProps) {
  const { data, isError, refetch } = useQuery(
    ownLeafQuery(player, days[0]?.number),
  )
  if (data === undefined) {
    return isError ? (
      <p className="rubber-card flex flex-wrap items-center justify-between gap-3 p-5">
        Your balance could not be looked up, so nothing was checked.
        <Button onClick={() => void refetch()}>Try again</Button>
      </p>
    ) : (
      <Skeleton className="h-24" />
    )
  }
  if (data === null) {
    return (
      <p className="rubber-card p-5">
        Your balance is not in a closed day yet. It will be in the next one.
      </p>
    )
  }
  const { day, leaf } = data.proof
  const staked =
    leaf.staked > 0 ? `, and ${formatCoins(leaf.staked)} in open bets,` : ''
  const published = days.find(({ number }) => number === day.number)
  const failure = leafFailure(data, player, published)
  if (failure) return <Broken failure={failure} />
  return (
    <div role="status" className="rubber-card flex items-center gap-4 p-5">
      <ShieldIcon mark="check" className="shrink-0 text-lime" />
      <p>
        <b>
          {`Your ${coinsText(leaf.balance)} of ${dayText(day)}${staked} are in this sum.`}
        </b>{' '}
        Checked here, in your browser.
      </p>
    </div>
  )
}

const WHAT_FAILED: Record<LeafFailure, string> = {
  player: 'The house showed your browser somebody else’s balance.',
  history:
    'The balance that the house counted is not the one in your own history.',
  root: 'Your balance does not lead to the sum that the house published.',
  digest: 'The digest of the day is not that of what was published.',
  published: 'The house showed you another sum than it shows everybody.',
}

function Broken({ failure }: { failure: LeafFailure }) {
  return (
    <div
      role="alert"
      className="rubber-card flex items-center gap-4 bg-bubblegum p-5 text-on-toy"
    >
      <Bendy mood="error" className="w-16 shrink-0" />
      <div>
        <h2 className="text-lead">This does not add up</h2>
        <p className="font-semibold">{WHAT_FAILED[failure]}</p>
        <p className="text-small font-semibold">
          Save this page’s data from <code className="hex">/api/audit</code> and{' '}
          <code className="hex">/api/audit/liabilities/mine</code>, stop
          playing, and ask the operator.
        </p>
      </div>
    </div>
  )
}
