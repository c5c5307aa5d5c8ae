import { isOperatorsChain } from '#core/race/salt.ts'
import {
  ShieldButton,
  type ShieldFace,
} from '../../proof/fairness/shield-button.tsx'
import type { Scene } from '../race-scene.ts'
import type { RaceProofState } from './race-verifier.ts'
import type { CheckedBets } from './use-race-proof.ts'

interface RaceShieldProps {
  scene: Scene | undefined
  /** The bets on the last race, where there were any. */
  checked: CheckedBets | undefined
}

/** Shows the verdict on the bets of the last race, or the promise of the next. */
export function RaceShield({ scene, checked }: RaceShieldProps) {
  const face = faces[checked?.state ?? promiseOf(scene)]
  return (
    <ShieldButton
      face={face}
      isProven={checked?.state === 'proven'}
      recordId={checked?.recordId}
      promise={
        scene && (
          <>
            The seed of race {scene.race.number} was fixed before anybody could
            bet on it. Its seal begins with{' '}
            <code className="hex">{scene.race.commitment.slice(0, 12)}…</code>
          </>
        )
      }
    />
  )
}

function promiseOf(scene: Scene | undefined) {
  if (!scene) return 'unready'
  const { saltChain } = scene.race
  return saltChain && isOperatorsChain(saltChain) ? 'local' : 'ready'
}

const WEAKER = {
  look: 'weaker',
  name: 'Weaker proof',
} as const

const faces = {
  unready: {
    look: 'unready',
    name: 'Getting ready',
    title: 'No race yet',
    story: 'This browser has not heard of a race yet.',
  },
  ready: {
    look: 'ready',
    name: 'Provably fair',
    title: 'Fair before you bet',
    story:
      'The house has already fixed its seed for this race. It is mixed with the hash of a block that is mined only after betting has closed: nobody knows it before, the house neither. Each step of each horse follows from both, and your browser runs the race itself.',
  },
  local: {
    ...WEAKER,
    title: 'A weaker proof, on a local chain',
    story:
      'The house has already fixed its seed for this race, and your browser runs the race itself. But the salt is a block of a local chain, which the operator makes: they could choose among salts.',
  },
  open: {
    look: 'ready',
    name: 'Race open',
    title: 'Sealed before you bet; opened when the race starts',
    story:
      'Your bet is checked as soon as its race is over and its record is out.',
  },
  checking: {
    look: 'ready',
    name: 'Checking…',
    title: 'Replaying the race',
    story: 'Your browser is running the race once more, from its record.',
  },
  proven: {
    look: 'proven',
    name: 'Proven fair',
    title: 'Proven by your browser',
    story:
      'The house had fixed its seed before you bet, the block that salts it came after betting had closed, and running the race from both gives exactly what you saw and were paid.',
  },
  weaker: {
    ...WEAKER,
    title: 'Right, but a weaker proof',
    story:
      'The house had fixed its seed before you bet, and the race and your payout follow from it and its salt. But that salt is a block of a local chain, which the operator makes: they could have chosen among salts.',
  },
  void: {
    look: 'weaker',
    name: 'Race void',
    title: 'The race was not run',
    story:
      'The house says that it could not get the block that salts the race in time, or that this block may have been known before betting closed. That is its word; the record says which. Your stake is back, and the seed is out: with that block anybody can run the race that was left out.',
  },
  unknown: {
    look: 'unseen',
    name: 'Not witnessed',
    title: 'Replayed, but not witnessed',
    story:
      'The race and your payout follow from the seed and the salt. But this browser held no commitment from before the race, so it cannot say that the seed was fixed in time.',
  },
  unchecked: {
    look: 'unseen',
    name: 'Not checked',
    title: 'This race was not checked',
    story:
      'This browser could not get the record of your bet. That says nothing about the race: the record can be checked at any time, and is asked for again with the next race.',
  },
  mismatch: {
    look: 'broken',
    name: 'Does not match',
    title: 'This race does not add up',
    story:
      'What the house sent is not what its promises and the seeds lead to. Keep the record, stop playing, and ask the operator.',
  },
} as const satisfies Record<
  RaceProofState | 'ready' | 'local' | 'unready',
  ShieldFace
>
