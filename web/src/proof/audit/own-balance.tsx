import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import {
  type ClosedDay,
  type LiabilityProof,
  readOwnLiability,
} from '#core/api/audit.ts'
import { listTransactions, type Transaction } from '#core/api/history.ts'
import { liabilityRoot } from '#core/audit/liabilities-tree.ts'
import { dayDigest } from '#core/audit/log-digest.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import type { Check } from '../../components/check-list.tsx'
import { call } from '../../lib/call.ts'
import { coinsText, formatCoins } from '../../lib/format.ts'
import { pagePath } from '../../lib/page-path.ts'
import { useAuth } from '../../session/auth.tsx'
import { useReturnState } from '../../session/return-path.ts'
import { dayText } from './closed-days.tsx'

/** Checks that the signed-in player's own balance is in the published sum. */
export function useOwnBalance(days: readonly ClosedDay[]): Check {
  const { user } = useAuth()
  const returnState = useReturnState()
  const { data, isError } = useQuery({
    // Each closed day has a different leaf.
    queryKey: [readOwnLiability.path, user?.id, days[0]?.number],
    queryFn: readOwnLeaf,
    refetchOnMount: 'always',
    enabled: user !== null,
  })
  const check = (state: Check['state'], text: Check['text']): Check => ({
    state,
    title: 'Your own balance is counted',
    text,
  })

  if (!user) {
    return check(
      'note',
      <>
        <Link to={pagePath('/auth')} state={returnState} className="text-link">
          Sign in
        </Link>{' '}
        and your browser checks that your balance is in this sum.
      </>,
    )
  }
  if (data === undefined) {
    return isError
      ? check(
          'note',
          'Your balance could not be looked up, so nothing was checked. Reload to try again.',
        )
      : check('waiting', 'Looking for your balance…')
  }
  if (data === null) {
    return check(
      'note',
      'Your balance isn’t part of a closed day yet. It will be in the next one.',
    )
  }
  const { day, leaf } = data.proof
  const published = days.find(({ number }) => number === day.number)
  const failure = leafFailure(data, user.id, published)
  if (failure) return check('broken', failure)
  const staked =
    leaf.staked > 0 ? `, and ${formatCoins(leaf.staked)} in open bets,` : ''
  return check(
    'held',
    `Your ${coinsText(leaf.balance)} on ${dayText(day)}${staked} are in this sum. Checked here, in your browser.`,
  )
}

type OwnLeaf = {
  proof: LiabilityProof
  /** The player's own transaction that the leaf counts up to. */
  last: Transaction | undefined
}

async function readOwnLeaf(): Promise<OwnLeaf | null> {
  const { proof } = await call(readOwnLiability)
  if (!proof) return null
  const before = String(proof.leaf.seq + 1)
  const [last] = await call(listTransactions, { query: { before } })
  return { proof, last }
}

/**
 * Returns what contradicts that a player's balance is in the published sum.
 *
 * @param published the day as the public list shows it, if known.
 */
function leafFailure(
  { proof, last }: OwnLeaf,
  player: string,
  published: ClosedDay | undefined,
): string | undefined {
  const { day, leaf } = proof
  if (leaf.player !== player || leaf.number !== day.number) {
    return 'The house showed your browser someone else’s balance.'
  }
  const { balanceAfter, seq } = last ?? { balanceAfter: 0, seq: 0 }
  if (leaf.seq !== seq || leaf.balance !== balanceAfter) {
    return 'The balance the house counted doesn’t match your own history.'
  }
  const root = liabilityRoot(nobleHashes, leaf, proof)
  if (root?.hash !== day.root || root.sum !== day.sum) {
    return 'Your balance does not lead to the sum the house published.'
  }
  if (dayDigest(nobleHashes, day) !== day.digest) {
    return 'The day’s digest doesn’t match what was published.'
  }
  if (published && published.digest !== day.digest) {
    return 'The house showed you a different sum than everyone else.'
  }
  return undefined
}
