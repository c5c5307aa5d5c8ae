import type {
  ChainFinding,
  UncheckedReason,
} from '#core/evidence/on-chain.ts'
import type {
  AnchorFinding,
  SaltFinding,
} from '#core/evidence/on-chain.ts'
import type { Check } from './verdict-card.tsx'

/** The way from the record to the root, which this browser walked itself. */
export function pathCheck(isAnchored: boolean): Check {
  return {
    holds: isAnchored,
    text: isAnchored
      ? 'Your browser walked the path from the record to the anchored root.'
      : 'The path in the record does not lead to the anchored root.',
  }
}

/** What a node said of root and block, if one was asked. */
export function foundCheck(found: AnchorFinding | undefined): Check {
  return checkOf(found, {
    ...contradicted,
    holds: 'The chain has that very root, since that very block.',
  })
}

/** Formats the check of the salt block and its predecessor. */
export function saltFoundCheck(found: SaltFinding | undefined): Check {
  return checkOf(found, {
    block: 'Contradicted: the chain has another block of that number or time.',
    predecessor:
      'Contradicted: an earlier block was late enough to be the salt.',
    holds: 'The chain has that very block, and no earlier one was late enough.',
  })
}

function checkOf<By extends string>(
  found: ChainFinding<By> | undefined,
  texts: Record<By | 'holds', string>,
): Check {
  if (!found) {
    return { holds: undefined, text: 'Not checked: no node was asked yet.' }
  }
  switch (found.finding) {
    case 'holds':
      return { holds: true, text: texts.holds }
    case 'contradicted':
      return { holds: false, text: texts[found.by] }
    case 'not_checked':
      return {
        holds: undefined,
        text: `Not checked: ${uncheckedReasons[found.because]}`,
      }
  }
}

/** Which was first, the anchor or the bet, by the times of block and record. */
export function orderCheck(isBefore: boolean | undefined): Check {
  const holds = isBefore ? true : undefined
  return { holds, text: orders[`${isBefore}`] }
}

/** The order by what this browser saw, which is nobody's word. */
export const SEEN_BEFORE: Check = {
  holds: true,
  text: 'The block is older than the bet: this browser had pinned that block, or a later one, before it.',
}

/** What fails the record as a wrong seed does. */
export function contradictions(isContradicted: boolean): Check[] {
  if (!isContradicted) return []
  const text =
    'The chain contradicts the record: it has another root or block than the record says.'
  return [{ holds: false, text }]
}

const contradicted = {
  root: 'Contradicted: the chain has no such root, or another one.',
  block: 'Contradicted: the root came to the chain in another block or time.',
}

const uncheckedReasons: Record<UncheckedReason, string> = {
  no_answer: 'the node did not answer.',
  other_chain: 'that one is on another chain.',
  behind: 'the node has not come as far as the block.',
  nonsense: 'the node answered what no node would.',
  pruned: 'the node no longer has that block or transaction.',
}

const orders = {
  true: 'The block is older than the bet, by the times of block and record.',
  false:
    'The block is younger than the bet: it tells how old the root is at least, and not that it was there before this bet.',
  undefined:
    'The block is older than the end of the round; when it began is not in the record.',
}
