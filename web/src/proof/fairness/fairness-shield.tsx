import { ShieldButton, type ShieldFace } from './shield-button.tsx'
import type { Verdict } from './verifier/judge-answer.ts'

/**
 * Where a round stands. Before it: 'ready' once this browser has pinned what
 * the house committed to. 'unchecked' when the check itself failed.
 */
export type ShieldState =
  | 'unready'
  | 'ready'
  | 'checking'
  | 'unchecked'
  | Verdict['is']

interface FairnessShieldProps {
  state: ShieldState
  /** The round it speaks of. */
  transactionId?: string | undefined
  /** What the house committed to for this round, while it is open, in hex. */
  commitment?: string | undefined
  /** What the house has committed to for the coming round, in hex. */
  nextCommitment?: string | undefined
  /** What tells newcomers what a shield is, by its id. */
  hintId?: string | undefined
  /** Called when the player looks behind the shield. */
  onOpen?: () => void
}

/** What this browser found when it replayed the last round, and why. */
export function FairnessShield(props: FairnessShieldProps) {
  const { state, transactionId, commitment, nextCommitment } = props
  const { hintId, onOpen } = props
  return (
    <ShieldButton
      face={faces[state]}
      isProven={state === 'proven'}
      recordId={transactionId}
      hintId={hintId}
      onOpen={onOpen}
      promise={
        commitment ? (
          <>
            The seal of this round begins with <Start of={commitment} />
          </>
        ) : (
          nextCommitment && (
            <>
              The seed of your next round is sealed already. Its seal begins
              with <Start of={nextCommitment} />
            </>
          )
        )
      }
    />
  )
}

function Start({ of: hash }: { of: string }) {
  return <code className="hex">{hash.slice(0, 12)}…</code>
}

const faces = {
  unready: {
    mark: 'none',
    colour: 'text-soft',
    name: 'Getting ready',
    title: 'Not pinned yet',
    story:
      'This browser has not seen yet what the house committed to for your next round. A round played now is replayed all the same, but not witnessed.',
  },
  ready: {
    mark: 'none',
    colour: 'text-sky',
    name: 'Provably fair',
    title: 'Fair before you bet',
    story:
      'The house has already put its seed for your next round into a sealed envelope: your browser holds the seal and adds a seed of its own. When the round ends the envelope is opened, and your browser checks that the seed is the sealed one and that both seeds give the result.',
  },
  open: {
    mark: 'none',
    colour: 'text-sky',
    name: 'Round open',
    title: 'Sealed before you bet; opened when the round ends',
    story:
      'The house put its seed into a sealed envelope before you began: your browser holds the seal, and nobody can change what is inside. When the round ends the seed is shown, and your browser replays each step from it.',
  },
  checking: {
    mark: 'none',
    colour: 'text-sky',
    name: 'Checking…',
    title: 'Replaying the round',
    story: 'Your browser is replaying this round from its seeds.',
  },
  proven: {
    mark: 'check',
    colour: 'text-lime',
    name: 'Proven fair',
    title: 'Proven by your browser',
    story:
      'The house had fixed its seed before this round, your browser chose its own seed after that, and replaying both gives exactly this result and payout. Nobody could have steered it.',
  },
  pot_paid: {
    mark: 'check',
    colour: 'text-lime',
    name: 'Proven hit',
    title: 'The hit is proven',
    story:
      'The house had fixed its seed before this round, your browser chose its own seed after that, and replaying both gives exactly this hit: nobody could have steered it. How large the pot was no seed can tell. That is the house’s word, and the jackpot card showed it before.',
  },
  stepped_in: {
    mark: 'dash',
    colour: 'text-sun',
    name: 'House stepped in',
    title: 'The house cashed you out',
    story:
      'The draws are proven: the house had fixed its seed before this round, and your browser chose its own after that. But the house did not take your last step: it says it could not cover it. Its record names the limit, and that limit is the house’s word.',
  },
  weaker: {
    mark: 'dash',
    colour: 'text-sun',
    name: 'Weaker proof',
    title: 'Right, but a weaker proof',
    story:
      'The result follows from its seeds, and the house had fixed its own before. But this browser did not choose the client seed: the house made it, or another browser of yours did. So this browser cannot rule out that the house knew both seeds.',
  },
  unknown: {
    mark: 'dash',
    colour: 'text-soft',
    name: 'Not witnessed',
    title: 'Replayed, but not witnessed',
    story:
      'The result follows from its seeds. But this browser held no commitment of the house from before the round, so it cannot say that the seed was fixed in time. Your next rounds will be witnessed.',
  },
  unchecked: {
    mark: 'dash',
    colour: 'text-soft',
    name: 'Not checked',
    title: 'This round was not checked',
    story:
      'This browser could not check the round. That says nothing about the round itself: its record can be checked at any time.',
  },
  mismatch: {
    mark: 'cross',
    colour: 'text-bubblegum',
    name: 'Does not match',
    title: 'This round does not add up',
    story:
      'What the house sent is not what its promises and the seeds lead to. Keep the record, stop playing, and ask the operator.',
  },
} as const satisfies Record<ShieldState, ShieldFace>
