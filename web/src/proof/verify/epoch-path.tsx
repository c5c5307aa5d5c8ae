import { useMemo } from 'react'
import { epochSteps } from '#core/fairness/epoch.ts'
import type { PathStep } from '#core/fairness/merkle.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import type { VerificationRecord } from '#core/evidence/round-record.ts'
import { classNames } from '../../lib/class-names.ts'
import { Datum } from './datum.tsx'
import { NumbersSection } from './numbers-section.tsx'

/** Every hash from the round's commitment up to its epoch's root. */
export function EpochPath({ record }: { record: VerificationRecord }) {
  const { nonce, gameData } = record
  const { player, serverSeedHash: commitment, epochPath, epochRoot } = gameData
  const { text, leaf, steps } = useMemo(() => {
    return epochSteps(nobleHashes, { player, nonce, commitment }, epochPath)
  }, [player, nonce, commitment, epochPath])
  const reached = steps.at(-1)?.parent ?? leaf
  return (
    <NumbersSection title="From the hash to the root">
      <p className="text-soft">
        The leaf is the SHA-256 of a zero byte and the text below. Each step
        hashes a one byte and two hashes: the one from before and its sibling,
        the left one first.
      </p>
      <Datum name="Text of the leaf">{text}</Datum>
      <Datum name="Leaf">{leaf}</Datum>
      <details>
        <summary className="more">All {steps.length} steps</summary>
        <ol className="mt-3 grid list-decimal gap-3 pl-8">
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its height
            <li key={index}>
              <Step step={step} sibling={epochPath[index]} />
            </li>
          ))}
        </ol>
      </details>
      <Datum
        name={
          reached === epochRoot
            ? `Leads to the root of epoch ${gameData.epoch}`
            : `Leads elsewhere than to the root of epoch ${gameData.epoch}`
        }
      >
        <span
          className={classNames(reached !== epochRoot && 'text-bubblegum-text')}
        >
          {reached}
        </span>
      </Datum>
    </NumbersSection>
  )
}

interface StepProps {
  step: PathStep
  sibling: string | undefined
}

function Step({ step: { left, right, parent }, sibling }: StepProps) {
  const named = (hash: string) => (hash === sibling ? 'sibling' : 'from before')
  return (
    <dl className="path-step hex">
      <dt>left, {named(left)}</dt>
      <dd>{left}</dd>
      <dt>right, {named(right)}</dt>
      <dd>{right}</dd>
      <dt>hash of both</dt>
      <dd>{parent}</dd>
    </dl>
  )
}
