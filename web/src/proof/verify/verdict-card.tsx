import type { ReactNode } from 'react'
import type { Claim, ClaimStatus } from '#core/evidence/claim.ts'
import { type ClaimCode, claimText } from '#core/evidence/claim-text.ts'
import { failureText } from '#core/evidence/failure-text.ts'
import type { Verified } from '#core/evidence/verify.ts'
import { EPOCH_SIZE } from '#core/fairness/epoch.ts'
import { Bendy } from '../../components/bendy.tsx'
import { ShieldIcon, shieldLooks } from '../../components/shield-icon.tsx'
import { classNames } from '../../lib/class-names.ts'
import { BulletList, More } from './numbers.tsx'

/** The verdict, its reasons and the checks made. */
export function VerdictCard({ verified }: { verified: Verified }) {
  if (verified.kind === 'sports') return <EvidenceCard {...verified} />
  const claims = verified.claims.filter(
    ({ about, code }) => about === 'record' || code === 'anchor_elsewhere',
  )
  if (verified.status === 'contradicted') {
    return (
      <Verdict
        role="alert"
        colour="bg-bubblegum"
        title="Verification Failed"
        text="The verification hashes do not match. This could indicate an issue with the game outcome."
      >
        <div className="p-5">
          <Checks claims={claims} />
        </div>
      </Verdict>
    )
  }
  const reasons = listReasons(verified)
  const weaker = reasons.find(({ isWeaker }) => isWeaker)
  return (
    <Verdict
      role="status"
      colour={weaker ? 'bg-sun' : 'bg-lime'}
      title="Verification Successful"
      text="The game outcome has been verified as legitimate and fair."
      weakest={weaker?.text}
    >
      <Reasons reasons={reasons} />
      <div className="px-5 pb-3">
        <More title="Check by check">
          <p className="mb-3 text-soft">{glossaries[verified.kind]}</p>
          <Checks claims={claims} />
        </More>
      </div>
    </Verdict>
  )
}

const moods = {
  'bg-bubblegum': 'error',
  'bg-sky': 'idle',
  'bg-sun': 'win',
  'bg-lime': 'win',
} as const

type VerdictProps = {
  role: 'status' | 'alert'
  colour: keyof typeof moods
  title: string
  text?: string | undefined
  /** The weakest part of a proof. */
  weakest?: string | undefined
  children: ReactNode
}

function Verdict(props: VerdictProps) {
  const { role, colour, title, text, weakest, children } = props
  return (
    <section role={role} className="rubber-card overflow-hidden">
      <div
        className={classNames(
          'flex items-center gap-4 border-outline border-b-3 p-4 text-on-toy sm:gap-6 sm:p-5',
          colour,
        )}
      >
        <Bendy mood={moods[colour]} className="ml-1 w-16 shrink-0 sm:w-20" />
        <div>
          <h2 className="text-title max-sm:text-lead">{title}</h2>
          {text && <p className="font-semibold">{text}</p>}
          {weakest && (
            <p className="font-semibold text-small">Weakest part: {weakest}</p>
          )}
        </div>
      </div>
      {children}
    </section>
  )
}

type SportsVerified = Extract<Verified, { kind: 'sports' }>

/** Neither successful nor failed: a sports bet can't be verified. */
function EvidenceCard({ record, failure }: SportsVerified) {
  const { note, source } = record.gameData
  const known =
    source === 'simulated' ? 'the one you saw' : 'a source you trust'
  return (
    <Verdict
      role={failure ? 'alert' : 'status'}
      colour={failure ? 'bg-bubblegum' : 'bg-sky'}
      title={
        failure ? 'This evidence contradicts itself' : 'Evidence, not proof'
      }
      text={failure && failureText[failure]}
    >
      <div className="grid gap-3 p-5">
        <p>{note}</p>
        <h3 className="text-lead">How to check it</h3>
        <BulletList
          items={[
            ['Score', `compare it with ${known}`],
            ['Price', 'compare it with what you saw when you bet'],
            [
              'Payout',
              'your browser recalculated it from price, stake and score',
            ],
          ]}
        />
      </div>
    </Verdict>
  )
}

/** Explains why the outcome could not have been changed. */
type Reason = { isWeaker?: boolean; title: string; text: string }

function listReasons({ claims, kind }: Verified): Reason[] {
  const has = (code: ClaimCode) => claims.some((claim) => claim.code === code)
  const trust = claims.find(({ code }) => code === 'trust')
  const trusted = trust && { isWeaker: true, text: claimText(trust) }
  if (kind === 'race') {
    const salt = trusted && { title: 'The salt', ...trusted }
    return [REASONS.sealedRace, salt ?? REASONS.salted, REASONS.runAgain]
  }
  return [
    has('seen_before') ? REASONS.sealKept : REASONS.sealUnseen,
    has('known_client_seed') ? REASONS.otherSeed : REASONS.ownSeed,
    REASONS.playedAgain,
    ...(trusted ? [{ title: 'The house’s word', ...trusted }] : []),
  ]
}

const SEALED =
  'The house put its seed, a secret number, into an envelope and showed the seal, so it could no longer swap it.'

const REASONS = {
  sealKept: {
    title: 'Sealed before the bet',
    text: `${SEALED} This browser saved that seal.`,
  },
  sealUnseen: {
    isWeaker: true,
    title: 'Sealed before the bet',
    text: `${SEALED} This browser did not see it in time.`,
  },
  ownSeed: {
    title: 'The player’s own seed was mixed in',
    text: 'According to the house’s record, the player’s browser made it after the sealing, so the house couldn’t have known it.',
  },
  otherSeed: {
    isWeaker: true,
    title: 'The player’s own seed was not mixed in',
    text: 'The player didn’t make the second seed after the sealing, so the house knew both before the bet.',
  },
  playedAgain: {
    title: 'Opened afterwards and replayed here',
    text: 'The seal matches, and from both seeds this browser just got exactly this result and payout, using the same code as the game.',
  },
  sealedRace: {
    title: 'Sealed before the bets',
    text: 'The house put its seed, a secret number, into an envelope and showed the seal before anyone could bet, so it could no longer swap it.',
  },
  salted: {
    title: 'A number from outside was added',
    text: 'The salt is the hash of a block that was made only after betting closed, so no one knew it beforehand, not even the house.',
  },
  runAgain: {
    title: 'Opened afterwards and rerun here',
    text: 'The seal matches, and this browser just reran the race with the same code every player’s browser runs. It got exactly this result.',
  },
} satisfies Record<string, Reason>

const glossaries = {
  round: `The house seals its seeds ${EPOCH_SIZE} envelopes at a time. Each batch is an epoch, and the single seal over all of its envelopes is the epoch’s root. If your browser saved the root before you played, we call it pinned.`,
  race: 'The house sealed the seeds of all races in advance, one envelope inside another. Each one opened holds the next, and the outermost seal, the terminal hash, was published before the first race. The salt is the number mixed in from outside.',
}

function Reasons({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <div className="grid gap-3 p-5 pb-1">
      <h3 className="text-lead">Why this result holds up</h3>
      <ol className="grid gap-3">
        {reasons.map(({ isWeaker = false, title, text }) => (
          <Marked
            key={title}
            status={isWeaker ? 'weaker' : 'proven'}
            word={isWeaker && 'Weaker: '}
          >
            <strong>{title}.</strong> <span>{text}</span>
          </Marked>
        ))}
      </ol>
    </div>
  )
}

type ChecksProps = {
  claims: readonly Claim[]
  role?: 'status'
}

/** Lists claims, each with its mark. */
export function Checks({ claims, role }: ChecksProps) {
  return (
    <div role={role}>
      <ul className="grid gap-2">
        {claims.map((claim) => (
          <Marked
            key={claim.code}
            status={claim.status}
            word={marks[claim.status].word}
          >
            {claimText(claim)}
          </Marked>
        ))}
      </ul>
    </div>
  )
}

type MarkedProps = {
  status: ClaimStatus
  /** Read out in place of the mark. */
  word: string | false
  children: ReactNode
}

function Marked({ status, word, children }: MarkedProps) {
  return (
    <li className="flex gap-3">
      <ShieldIcon {...marks[status].look} />
      <p>
        {word && <span className="sr-only">{word}</span>}
        {children}
      </p>
    </li>
  )
}

const NOTE = { look: shieldLooks.weaker, word: 'Note: ' }

const marks = {
  proven: { look: shieldLooks.proven, word: 'Holds: ' },
  contradicted: { look: shieldLooks.broken, word: 'Broken: ' },
  weaker: NOTE,
  unchecked: NOTE,
}
