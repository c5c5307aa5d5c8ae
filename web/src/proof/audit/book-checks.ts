import type { ClosedDay, PublicAudit } from '#core/api/audit.ts'
import { dayDigest } from '#core/audit/log-digest.ts'
import { anchorRootFromPath } from '#core/fairness/anchor-tree.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import type { Check } from '../../components/check-list.tsx'
import { formatCoins, formatGain } from '../../lib/format.ts'

const VERSION = 2

/** Computes the checks of the published books that need no sign-in. */
export function bookChecks({
  anchor,
  days,
  figures: { accounts, deposits },
  unanchored,
}: PublicAudit): Check[] {
  const { players, house, jackpot, grants, chain } = accounts
  const sum = players + house + jackpot + grants + chain
  const brought = deposits.assets.reduce((all, { coins }) => all + coins, 0)
  const gap = brought - deposits.credited
  const broken = brokenDay(days)
  return [
    {
      state: sum === 0 ? 'held' : 'broken',
      title: 'Every coin is accounted for',
      text:
        sum === 0
          ? 'Players, house, jackpot, grants and chain add up to exactly 0.'
          : `All accounts add up to ${formatGain(sum)}, which has to be 0.`,
    },
    {
      state: gap === 0 ? 'held' : 'broken',
      title: 'Every deposit was credited in full',
      text:
        gap === 0
          ? `Confirmed deposits and the ledger both say ${formatCoins(brought)} coins.`
          : `Deposits and the ledger differ by ${formatGain(gap)}, which has to be 0.`,
    },
    {
      state: broken ? 'broken' : 'held',
      title: 'No past day was changed',
      text: broken
        ? `The digest of day ${broken.number} is not that of what is published.`
        : `Your browser computed every digest again, of ${days.length} closed ${days.length === 1 ? 'day' : 'days'}: each one seals the day before.`,
    },
    anchorCheck(days[0], { anchor, unanchored }),
  ]
}

function anchorCheck(
  newest: ClosedDay | undefined,
  { anchor, unanchored }: Pick<PublicAudit, 'anchor' | 'unanchored'>,
): Check {
  if (!(newest && anchor)) {
    return {
      state: 'note',
      title: 'The newest seal is not on a chain',
      text: unanchored ?? 'It will be with the next anchor.',
    }
  }
  const { number, digest: hash } = newest
  const leaf = { kind: 'day', number, hash } as const
  const isOnPath = anchorRootFromPath(nobleHashes, leaf, anchor) === anchor.root
  return {
    state: isOnPath ? 'held' : 'broken',
    title: 'The newest seal is on the chain',
    text: isOnPath
      ? `It leads to root no. ${anchor.number}, which the house stored in block ${anchor.block}. Any block explorer shows that.`
      : 'It does not lead to the root that the house stored on the chain.',
  }
}

/** The first day whose digest is not its own, or does not lead to the one before. */
function brokenDay(days: readonly ClosedDay[]): ClosedDay | undefined {
  return days.find((day, at) => {
    if (day.version !== VERSION) return false
    const before = days[at + 1]
    return (
      dayDigest(nobleHashes, day) !== day.digest ||
      (before !== undefined && before.digest !== day.previous)
    )
  })
}
