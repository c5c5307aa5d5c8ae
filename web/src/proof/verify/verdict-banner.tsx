import { EPOCH_SIZE } from '#core/fairness/epoch.ts'
import { trustAssumption } from '#core/games/trust-assumption.ts'
import type { ShownRecord } from '#core/evidence/round-record.ts'
import type { CheckedRecord } from '../records/checked-record.ts'
import { contradictions, pathCheck } from './anchor-checks.ts'
import { type Check, type Reason, VerdictCard } from './verdict-card.tsx'

interface VerdictBannerProps {
  record: ShownRecord
  checked: CheckedRecord
  /** A node of the chain says otherwise than the record. */
  isContradicted: boolean
}

/** Whether a round is proven, and what was checked of it. */
export function VerdictBanner({
  record,
  checked,
  isContradicted,
}: VerdictBannerProps) {
  return (
    <VerdictCard
      isSuccessful={checked.isSuccessful && !isContradicted}
      reasons={reasonsOf(record, checked)}
      checks={[...checksOf(record, checked), ...contradictions(isContradicted)]}
      glossary={GLOSSARY}
    />
  )
}

const GLOSSARY = `The house seals its seeds ${EPOCH_SIZE} envelopes at a time. Such a batch is an epoch, and the one seal that lies over all of its envelopes is the epoch’s root. If your browser saved the root before you played, we call it pinned.`

function reasonsOf(
  { gameData }: ShownRecord,
  { pinned, round }: CheckedRecord,
): Reason[] {
  const assumption = trustAssumption(round?.actions)
  return [
    sealedReasons[pinned === 'before' ? 'before' : 'unseen'],
    gameData.weaker ? OTHER_SEED : OWN_SEED,
    REPLAYED,
    ...(assumption
      ? [{ isWeaker: true, title: 'The house’s word', text: assumption }]
      : []),
  ]
}

const SEALED =
  'The house put its seed, a secret number, into an envelope and showed the seal, so it could no longer swap it.'

const sealedReasons: Record<'before' | 'unseen', Reason> = {
  before: {
    title: 'Sealed before the bet',
    text: `${SEALED} This browser has kept that seal.`,
  },
  unseen: {
    isWeaker: true,
    title: 'Sealed before the bet',
    text: `${SEALED} This browser did not see it in time.`,
  },
}

const OWN_SEED: Reason = {
  title: 'The player’s own seed went in',
  text: 'By the house’s record the player’s browser made it after the sealing, so the house could not know it.',
}

const OTHER_SEED: Reason = {
  isWeaker: true,
  title: 'The player’s own seed did not go in',
  text: 'The second seed was not made by the player after the sealing, so the house knew both before the bet.',
}

const REPLAYED: Reason = {
  title: 'Opened afterwards, and played again here',
  text: 'The seal fits, and from both seeds this browser just got this very result and payout, by the code that the game runs on.',
}

function checksOf(
  { gameData }: ShownRecord,
  { checks, isAnchored, isAsShown, pinned, round }: CheckedRecord,
): Check[] {
  const assumption = trustAssumption(round?.actions)
  return [
    {
      holds: checks.commitment,
      text: 'The revealed server seed has the hash that was committed to.',
    },
    {
      holds: checks.epoch,
      text: 'That hash is part of the epoch whose root was published before.',
    },
    {
      holds: checks.replay,
      text: 'Your browser replayed the round and got the very hash it was settled with.',
    },
    {
      holds: isAsShown,
      text: 'Bet, draws, outcome and payout on this page are the replayed ones.',
    },
    ...(isAnchored === false ? [pathCheck(false)] : []),
    verifierChecks[pinned ?? 'nothing'],
    ...(gameData.weaker ? [weakerCheck] : []),
    ...(assumption ? [{ holds: undefined, text: assumption }] : []),
  ]
}

const verifierChecks: Record<
  'before' | 'later' | 'contradicted' | 'nothing',
  Check
> = {
  before: {
    holds: true,
    text: 'This browser pinned that very root before the round was played.',
  },
  later: {
    holds: undefined,
    text: 'This browser pinned that very root too, but only after the round was played.',
  },
  contradicted: {
    holds: false,
    text: 'This browser saw something else: another root for this epoch, another bet for this nonce, or another nonce for this bet.',
  },
  nothing: {
    holds: undefined,
    text: 'This browser was not there, so it cannot say that the root is older than the round.',
  },
}

const weakerCheck: Check = {
  holds: undefined,
  text: 'Weaker proof: the client seed was not chosen by the player after the root was published, so the house knew both seeds before the bet.',
}
