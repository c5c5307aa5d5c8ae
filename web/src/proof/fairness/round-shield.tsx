import {
  persistedSetting,
  usePersistedSetting,
} from '../../lib/persisted-setting.ts'
import { ShieldButton, type ShieldFace } from './shield-button.tsx'
import type { Checked } from './use-verdict.ts'
import { useFairnessState } from './verifier/fairness-provider.tsx'

/** True once this browser's player knows what the shield is. */
const shieldHint = persistedSetting('shield-hint', ['new', 'seen'])
const HINT_ID = 'shield-hint'

interface RoundProps {
  /** The shown round; undefined if none is. */
  checked: Checked | undefined
}

/** A game's shield: the verdict on its last round, or what is fixed for its next. */
export function RoundShield({ checked }: RoundProps) {
  const seeds = useFairnessState()
  return (
    <FairnessShield
      state={checked?.state ?? (seeds.data ? 'ready' : 'unready')}
      transactionId={checked?.transactionId}
      commitment={checked?.state === 'open' ? checked.commitment : undefined}
      nextCommitment={
        seeds.isError ? undefined : seeds.data?.nextServerSeedHash
      }
      onOpen={() => {
        shieldHint.set('seen')
        // Another tab may have played on.
        void seeds.refetch()
      }}
    />
  )
}

/** Explains the shield below the first round that a player has finished. */
export function ShieldHint({ checked }: RoundProps) {
  const isNew = usePersistedSetting(shieldHint) === 'new'
  if (!isNew || !checked || checked.state === 'open') return null
  return (
    <div className="pop-in grid gap-1 rounded-toy border-(length:--outline-width) border-outline bg-sky px-3.5 pt-2.5 pb-1 text-on-toy text-small">
      <p id={HINT_ID}>
        <strong>Your proof.</strong> The house seals its part before you bet,
        and your browser checks it after. Tap the shield to see how.
      </p>
      <button
        type="button"
        className="min-h-9 justify-self-end px-2 font-display font-semibold underline underline-offset-3"
        onClick={() => shieldHint.set('seen')}
      >
        Got it
      </button>
    </div>
  )
}

interface FairnessShieldProps {
  /** 'ready' once this browser has pinned the commitments of the next round. */
  state: Checked['state'] | 'unready' | 'ready'
  transactionId?: string | undefined
  /** Commitment of the open round, in hex. */
  commitment?: string | undefined
  /** Commitment of the next round, in hex. */
  nextCommitment?: string | undefined
  onOpen?: () => void
}

/** Shows the verdict on a round, and the reasons once it is pressed. */
export function FairnessShield(props: FairnessShieldProps) {
  const { state, transactionId, commitment, nextCommitment, onOpen } = props
  // Keyed elements: React cannot remove bare text that a browser has translated.
  const promise = commitment ? (
    <span key="open">
      The seal of this round begins with <Start of={commitment} />
    </span>
  ) : (
    nextCommitment && (
      <span key="next">
        The seed of your next round is sealed already. Its seal begins with{' '}
        <Start of={nextCommitment} />
      </span>
    )
  )
  return (
    <ShieldButton
      face={faces[state]}
      isProven={state === 'proven'}
      recordId={transactionId}
      hintId={HINT_ID}
      onOpen={onOpen}
      promise={promise}
    />
  )
}

function Start({ of: hash }: { of: string }) {
  return <code className="hex">{hash.slice(0, 12)}…</code>
}

const faces = {
  unready: {
    look: 'unready',
    name: 'Getting ready',
    title: 'Not pinned yet',
    story:
      'This browser has not seen yet what the house committed to for your next round. A round played now is replayed all the same, but not witnessed.',
  },
  ready: {
    look: 'ready',
    name: 'Provably fair',
    title: 'Fair before you bet',
    story:
      'The house has already put its seed for your next round into a sealed envelope: your browser holds the seal and adds a seed of its own. When the round ends the envelope is opened, and your browser checks that the seed is the sealed one and that both seeds give the result.',
  },
  open: {
    look: 'ready',
    name: 'Round open',
    title: 'Sealed before you bet; opened when the round ends',
    story:
      'The house put its seed into a sealed envelope before you began: your browser holds the seal, and nobody can change what is inside. When the round ends the seed is shown, and your browser replays each step from it.',
  },
  checking: {
    look: 'ready',
    name: 'Checking…',
    title: 'Replaying the round',
    story: 'Your browser is replaying this round from its seeds.',
  },
  proven: {
    look: 'proven',
    name: 'Proven fair',
    title: 'Proven by your browser',
    story:
      'The house had fixed its seed before this round, your browser chose its own seed after that, and replaying both gives exactly this result and payout. Nobody could have steered it.',
  },
  pot_paid: {
    look: 'proven',
    name: 'Proven hit',
    title: 'The hit is proven',
    story:
      'The house had fixed its seed before this round, your browser chose its own seed after that, and replaying both gives exactly this hit: nobody could have steered it. How large the pot was no seed can tell. That is the house’s word, and the jackpot card showed it before.',
  },
  stepped_in: {
    look: 'weaker',
    name: 'House stepped in',
    title: 'The house cashed you out',
    story:
      'The draws are proven: the house had fixed its seed before this round, and your browser chose its own after that. But the house did not take your last step: it says it could not cover it. Its record names the limit, and that limit is the house’s word.',
  },
  weaker: {
    look: 'weaker',
    name: 'Weaker proof',
    title: 'Right, but a weaker proof',
    story:
      'The result follows from its seeds, and the house had fixed its own before. But this browser did not choose the client seed: the house made it, or another browser of yours did. So this browser cannot rule out that the house knew both seeds.',
  },
  unknown: {
    look: 'unseen',
    name: 'Not witnessed',
    title: 'Replayed, but not witnessed',
    story:
      'The result follows from its seeds. But this browser held no commitment of the house from before the round, so it cannot say that the seed was fixed in time. Your next rounds will be witnessed.',
  },
  unchecked: {
    look: 'unseen',
    name: 'Not checked',
    title: 'This round was not checked',
    story:
      'This browser could not check the round. That says nothing about the round itself: its record can be checked at any time.',
  },
  mismatch: {
    look: 'broken',
    name: 'Does not match',
    title: 'This round does not add up',
    story:
      'What the house sent is not what its promises and the seeds lead to. Keep the record, stop playing, and ask the operator.',
  },
} as const satisfies Record<FairnessShieldProps['state'], ShieldFace>
