import type { ClosedDay, PublicAudit } from '#core/api/audit.ts'
import { dayDigest } from '#core/audit/log-digest.ts'
import { countText } from '#core/count-text.ts'
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
  const counted = countText(days.length, 'closed day')
  return [
    check('Every coin is accounted for', sum === 0, {
      held: 'Players, house, jackpot, grants and chain add up to exactly 0.',
      broken: `All accounts add up to ${formatGain(sum)}, which has to be 0.`,
    }),
    check('Every deposit was credited in full', gap === 0, {
      held: `Confirmed deposits and the ledger both come to ${formatCoins(brought)} coins.`,
      broken: `Deposits and the ledger differ by ${formatGain(gap)}, which has to be 0.`,
    }),
    check('No past day was changed', !broken, {
      held: `Your browser recomputed every digest for ${counted}: each one seals the day before.`,
      broken: `The digest of day ${broken?.number} doesn’t match what was published.`,
    }),
    anchorCheck(days[0], { anchor, unanchored }),
  ]
}

function check(
  title: string,
  holds: boolean,
  texts: Record<'held' | 'broken', string>,
): Check {
  const state = holds ? 'held' : 'broken'
  return { state, title, text: texts[state] }
}

function anchorCheck(
  newest: ClosedDay | undefined,
  { anchor, unanchored }: Pick<PublicAudit, 'anchor' | 'unanchored'>,
): Check {
  if (!(newest && anchor)) {
    return {
      state: 'note',
      title: 'The latest seal is not on a chain',
      text: unanchored ?? 'It goes out with the next anchor.',
    }
  }
  const { number, digest: hash } = newest
  const leaf = { kind: 'day', number, hash } as const
  const isOnPath = anchorRootFromPath(nobleHashes, leaf, anchor) === anchor.root
  return check('The latest seal is on the chain', isOnPath, {
    held: `It leads to root #${anchor.number}, which the house stored in block ${anchor.block}. You can look it up in any block explorer.`,
    broken: 'It does not lead to the root the house stored on the chain.',
  })
}

/** Returns the first day whose digest is wrong or does not chain to the day before. */
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
