import { houseWord } from '#core/games/house-word.ts'
import type { ShownRecord } from '#core/schemas/verification-record.ts'
import type { CheckedRecord } from './checked-record.ts'
import { type Check, VerdictCard } from './verdict-card.tsx'

interface VerdictBannerProps {
  record: ShownRecord
  checked: CheckedRecord
}

/** Whether a round is proven, and what was checked of it. */
export function VerdictBanner({ record, checked }: VerdictBannerProps) {
  return (
    <VerdictCard
      isSuccessful={checked.isSuccessful}
      checks={checksOf(record, checked)}
    />
  )
}

function checksOf(
  { gameData }: ShownRecord,
  { checks, isAsShown, witnessed, round }: CheckedRecord,
): Check[] {
  const word = houseWord(round?.actions)
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
    witnessChecks[witnessed ?? 'nothing'],
    ...(gameData.weaker ? [weakerCheck] : []),
    ...(word ? [{ holds: undefined, text: word }] : []),
  ]
}

const witnessChecks: Record<
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
