import { isOperatorsChain } from '#core/race/salt.ts'
import {
  ShieldButton,
  type ShieldFace,
} from '../../proof/fairness/shield-button.tsx'
import type { Scene } from '../race-scene.ts'
import type { RaceProofState } from './race-verifier.ts'
import type { CheckedBets } from './use-race-proof.ts'

type RaceShieldProps = {
  scene: Scene | undefined
  /** The bets on the last race; undefined without any. */
  checked: CheckedBets | undefined
}

/** Shows the verdict on the last race's bets, or the next race's commitment. */
export function RaceShield({ scene, checked }: RaceShieldProps) {
  const face = faces[checked?.state ?? getPromise(scene)]
  return (
    <ShieldButton
      face={face}
      isProven={checked?.state === 'proven'}
      recordId={checked?.recordId}
      promise={
        scene && (
          <>
            The seed of race {scene.race.number} was fixed before anyone could
            bet on it. Its seal begins with{' '}
            <code className="hex">{scene.race.commitment.slice(0, 12)}…</code>
          </>
        )
      }
    />
  )
}

function getPromise(scene: Scene | undefined) {
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
    explanation: 'This browser hasn’t received a race yet.',
  },
  ready: {
    look: 'ready',
    name: 'Provably fair',
    title: 'Fair before you bet',
    explanation:
      'The house has already fixed its seed for this race. It’s mixed with the hash of a block that is mined only after betting closes, so no one knows it beforehand, not even the house. Together they decide every step of every horse, and your browser runs the race itself.',
  },
  local: {
    ...WEAKER,
    title: 'A weaker proof, on a local chain',
    explanation:
      'The house has already fixed its seed for this race, and your browser runs the race itself. But the salt comes from a block on a local chain, which the operator makes: they could choose between salts.',
  },
  open: {
    look: 'ready',
    name: 'Race open',
    title: 'Sealed before you bet; opened when the race starts',
    explanation:
      'Your bet is checked as soon as the race is over and its record is published.',
  },
  checking: {
    look: 'ready',
    name: 'Checking…',
    title: 'Replaying the race',
    explanation: 'Your browser is rerunning the race from its record.',
  },
  proven: {
    look: 'proven',
    name: 'Proven fair',
    title: 'Proven by your browser',
    explanation:
      'The house fixed its seed before you bet, the block that salts it came after betting closed, and running the race from both gives exactly what you saw and were paid.',
  },
  weaker: {
    ...WEAKER,
    title: 'It matches, but the proof is weaker',
    explanation:
      'The house fixed its seed before you bet, and the race and your payout follow from it and its salt. But that salt comes from a block on a local chain, which the operator makes: they could have chosen between salts.',
  },
  void: {
    look: 'weaker',
    name: 'Race void',
    title: 'The race was not run',
    explanation:
      'The house says it couldn’t get the block that salts the race in time, or that the block may have been known before betting closed. You only have its word for that; the record says which. Your stake was returned, and the seed is public: with that block, anyone can run the race that was skipped.',
  },
  unknown: {
    look: 'unseen',
    name: 'Replay only',
    title: 'It matches, but the timing is unconfirmed',
    explanation:
      'The race and your payout follow from the seed and the salt. But this browser had no commitment from before the race, so it can’t confirm that the seed was fixed in time.',
  },
  unchecked: {
    look: 'unseen',
    name: 'Not checked',
    title: 'This race was not checked',
    explanation:
      'This browser couldn’t get the record of your bet. That says nothing about the race. You can check the record at any time, and this browser will try again with the next race.',
  },
  mismatch: {
    look: 'broken',
    name: 'Does not match',
    title: 'This race does not add up',
    explanation:
      'What the house sent doesn’t follow from its promises and the seeds. Save the record, stop playing, and contact the operator.',
  },
} as const satisfies Record<
  RaceProofState | 'ready' | 'local' | 'unready',
  ShieldFace
>
