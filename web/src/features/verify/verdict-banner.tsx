import { houseWord } from '#core/games/house-word.ts'
import type { ShownRecord } from '#core/schemas/verification-record.ts'
import { Bendy } from '../../components/bendy.tsx'
import { ShieldIcon } from '../../components/shield-icon.tsx'
import { classNames } from '../../lib/class-names.ts'
import type { CheckedRecord } from './checked-record.ts'

interface VerdictBannerProps {
  record: ShownRecord
  checked: CheckedRecord
}

/** The answer first; under it, what was checked. */
export function VerdictBanner({ record, checked }: VerdictBannerProps) {
  const { isSuccessful } = checked
  return (
    <section
      role={isSuccessful ? 'status' : 'alert'}
      className="rubber-card overflow-hidden"
    >
      <div
        className={classNames(
          'flex items-center gap-6 border-outline border-b-3 p-5 text-on-toy',
          isSuccessful ? 'bg-lime' : 'bg-bubblegum',
        )}
      >
        <Bendy
          mood={isSuccessful ? 'win' : 'error'}
          className="ml-1 w-20 shrink-0"
        />
        <div>
          <h2 className="text-title">
            {isSuccessful ? 'Verification Successful' : 'Verification Failed'}
          </h2>
          <p className="font-semibold">
            {isSuccessful
              ? 'The game outcome has been verified as legitimate and fair.'
              : 'The verification hashes do not match. This could indicate an issue with the game outcome.'}
          </p>
        </div>
      </div>
      <ul className="grid gap-2 p-5">
        {checksOf(record, checked).map(({ holds, text }) => (
          <li key={text} className="flex gap-3">
            <ShieldIcon {...marks[`${holds}`]} />
            <span>
              <span className="sr-only">{words[`${holds}`]}</span>
              {text}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Check = { holds: boolean | undefined; text: string }

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

const marks = {
  true: { mark: 'check', className: 'text-lime' },
  false: { mark: 'cross', className: 'text-bubblegum' },
  undefined: { mark: 'dash', className: 'text-sun' },
} as const

const words = { true: 'Holds: ', false: 'Broken: ', undefined: 'Note: ' }
