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

type RoundProps = {
  /** The shown round; undefined if none is. */
  checked: Checked | undefined
}

/** A game's shield: the verdict on its last round, or the next round's commitments. */
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
        and your browser checks it afterwards. Tap the shield to see how.
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

type FairnessShieldProps = {
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
      This round’s seal begins with <Start of={commitment} />
    </span>
  ) : (
    nextCommitment && (
      <span key="next">
        The seed for your next round is already sealed. Its seal begins with{' '}
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
    explanation:
      'This browser hasn’t seen the house’s commitment for your next round yet. If you play now, your browser replays the round, but can’t confirm that the seed was fixed beforehand.',
  },
  ready: {
    look: 'ready',
    name: 'Provably fair',
    title: 'Fair before you bet',
    explanation:
      'The house has already put its seed for your next round in a sealed envelope. Your browser holds the seal and adds a seed of its own. When the round ends, the envelope is opened, and your browser checks that the seed matches the seal and that both seeds give the result.',
  },
  open: {
    look: 'ready',
    name: 'Round open',
    title: 'Sealed before you bet; opened when the round ends',
    explanation:
      'The house put its seed in a sealed envelope before you started. Your browser holds the seal, so what’s inside can’t be changed. When the round ends, the seed is shown, and your browser replays each step from it.',
  },
  checking: {
    look: 'ready',
    name: 'Checking…',
    title: 'Replaying the round',
    explanation: 'Your browser is replaying this round from its seeds.',
  },
  proven: {
    look: 'proven',
    name: 'Proven fair',
    title: 'Proven by your browser',
    explanation:
      'The house fixed its seed before this round, your browser chose its own after that, and replaying both gives exactly this result and payout. Neither side could have rigged it.',
  },
  pot_paid: {
    look: 'proven',
    name: 'Proven hit',
    title: 'The hit is proven',
    explanation:
      'The house fixed its seed before this round, your browser chose its own after that, and replaying both gives exactly this hit. Neither side could have rigged it. But seeds can’t prove how big the pot was: for that, you only have the house’s word, as shown on the jackpot card beforehand.',
  },
  stepped_in: {
    look: 'weaker',
    name: 'House stepped in',
    title: 'The house cashed you out',
    explanation:
      'The draws are proven: the house fixed its seed before this round, and your browser chose its own after that. But the house didn’t take your last step, saying it couldn’t cover it. The record shows the limit, and for that limit you only have the house’s word.',
  },
  weaker: {
    look: 'weaker',
    name: 'Weaker proof',
    title: 'It matches, but the proof is weaker',
    explanation:
      'The result follows from its seeds, and the house fixed its own beforehand. But this browser didn’t choose the client seed: the house did, or another browser of yours. So this browser can’t rule out that the house knew both seeds.',
  },
  unknown: {
    look: 'unseen',
    name: 'Replay only',
    title: 'It matches, but the timing is unconfirmed',
    explanation:
      'The result follows from its seeds. But this browser had no commitment from the house before the round, so it can’t confirm that the seed was fixed in time. Your next rounds will be checked in full.',
  },
  unchecked: {
    look: 'unseen',
    name: 'Not checked',
    title: 'This round was not checked',
    explanation:
      'This browser couldn’t check the round. That says nothing about the round itself, and you can check its record at any time.',
  },
  mismatch: {
    look: 'broken',
    name: 'Does not match',
    title: 'This round does not add up',
    explanation:
      'What the house sent doesn’t follow from its promises and the seeds. Save the record, stop playing, and contact the operator.',
  },
} as const satisfies Record<FairnessShieldProps['state'], ShieldFace>
