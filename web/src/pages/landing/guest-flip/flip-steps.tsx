import type { ReactNode } from 'react'
import { ShieldIcon } from '../../../components/shield-icon.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { type GuestRound, proofOf } from './guest-round.ts'

/** The checks of a flip, with their results once there is one. */
export function FlipSteps({ round }: { round: GuestRound | undefined }) {
  const proof = round && proofOf(round)
  return (
    <ol aria-label="The proof" className="grid gap-2">
      <Step
        holds={proof?.isAsSealed}
        coming="The seed behind the seal is opened."
      >
        The opened seed <Hex>{round?.serverSeed}</Hex> has the seal you saw,{' '}
        <Hex>{round?.commitment}</Hex>
      </Step>
      <Step
        holds={proof && true}
        coming="It is mixed with your half, as in every round."
      >
        With your half <Hex>{round?.clientSeed}</Hex> it draws {proof?.fraction}
        : {proof?.story}
      </Step>
      <Step
        holds={proof?.isReplayed}
        coming="Your browser flips the coin again from both."
      >
        Flipped again from both, it lands on {round?.result}: proven fair.
      </Step>
    </ol>
  )
}

interface StepProps {
  /** Undefined while there is nothing to check. */
  holds: boolean | undefined
  /** Said until then. */
  coming: string
  children: ReactNode
}

function Step({ holds, coming, children }: StepProps) {
  const isKnown = holds !== undefined
  // As high before the flip as after it, so that nothing moves.
  return (
    <li
      className={classNames(
        'wrap-anywhere flex min-h-[3.1em] gap-3 leading-normal max-[24rem]:min-h-[4.6em]',
        !isKnown && 'text-soft',
      )}
    >
      <ShieldIcon {...shieldOf(holds)} />
      <span>
        {holds === false && <strong>This does not add up. </strong>}
        {isKnown ? children : coming}
      </span>
    </li>
  )
}

function shieldOf(holds: boolean | undefined) {
  if (holds === undefined)
    return { mark: 'none', className: 'text-sky' } as const
  return holds
    ? ({ mark: 'check', className: 'text-lime' } as const)
    : ({ mark: 'cross', className: 'text-bubblegum' } as const)
}

function Hex({ children: text }: { children: string | undefined }) {
  return (
    <code className="hex" title={text}>
      {text && text.length > 12 ? `${text.slice(0, 12)}…` : text}
    </code>
  )
}
