import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { ClosedDay } from '#core/api/audit.ts'
import type { Check } from '../../components/check-list.tsx'
import { coinsText, formatCoins } from '../../lib/format.ts'
import { pagePath } from '../../lib/page-path.ts'
import { useAuth } from '../../session/auth.tsx'
import { useWayBack } from '../../session/way-back.ts'
import { ownLeafQuery } from './audit-api.ts'
import { dayText } from './day-text.ts'
import { type LeafFailure, leafFailure } from './judge-leaf.ts'

const TITLE = 'Your own balance is counted'

/** Finds the signed-in player's own balance in the tree, unasked. */
export function useOwnBalance(days: readonly ClosedDay[]): Check {
  const { user } = useAuth()
  const wayBack = useWayBack()
  const { data, isError } = useQuery({
    ...ownLeafQuery(user?.id ?? '', days[0]?.number),
    enabled: user !== null,
  })
  if (!user) {
    return {
      state: 'note',
      title: TITLE,
      text: (
        <>
          <Link to={pagePath('/auth')} state={wayBack} className="text-link">
            Sign in
          </Link>{' '}
          and your browser looks for your own balance in this sum.
        </>
      ),
    }
  }
  if (data === undefined) {
    return isError
      ? {
          state: 'note',
          title: TITLE,
          text: 'Your balance could not be looked up, so nothing was checked. Reload to try again.',
        }
      : { state: 'waiting', title: TITLE, text: 'Looking for it…' }
  }
  if (data === null) {
    return {
      state: 'note',
      title: TITLE,
      text: 'Your balance is not in a closed day yet. It will be in the next one.',
    }
  }
  const { day, leaf } = data.proof
  const published = days.find(({ number }) => number === day.number)
  const failure = leafFailure(data, user.id, published)
  if (failure) {
    return { state: 'broken', title: TITLE, text: WHAT_FAILED[failure] }
  }
  const staked =
    leaf.staked > 0 ? `, and ${formatCoins(leaf.staked)} in open bets,` : ''
  return {
    state: 'held',
    title: TITLE,
    text: `Your ${coinsText(leaf.balance)} of ${dayText(day)}${staked} are in this sum. Checked here, in your browser.`,
  }
}

const WHAT_FAILED: Record<LeafFailure, string> = {
  player: 'The house showed your browser somebody else’s balance.',
  history:
    'The balance that the house counted is not the one in your own history.',
  root: 'Your balance does not lead to the sum that the house published.',
  digest: 'The digest of the day is not that of what was published.',
  published: 'The house showed you another sum than it shows everybody.',
}
