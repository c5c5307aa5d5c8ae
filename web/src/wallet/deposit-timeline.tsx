import type { ReactNode } from 'react'
import type { Deposit } from '#core/api/wallet.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { CoinIcon } from '../components/coin-icon.tsx'
import { formatClock } from '../lib/format.ts'
import { type DepositStep, depositSteps } from './deposit-steps.ts'
import { MarkIcon } from './mark-icon.tsx'

/** A band between two pegs, full of colour after six confirmations. */
export function DepositTimeline({ deposit }: { deposit: Deposit }) {
  const [seen, deep, end] = depositSteps(deposit)
  return (
    <ol className="timeline" data-status={deposit.status} aria-label="Progress">
      <Step step={seen}>
        <span className="timeline-peg">
          <MarkIcon mark="check" />
        </span>
      </Step>
      <Step step={deep}>
        <span className="timeline-band" aria-hidden="true">
          {cells.map((cell) => (
            <i key={cell} data-full={cell <= deposit.confirmations} />
          ))}
        </span>
      </Step>
      <Step step={end}>
        {/* A new peg pops in when the deposit ends. */}
        <span key={end.state} className="timeline-peg pop-in">
          {end.state === 'failed' ? <MarkIcon mark="cross" /> : <CoinIcon />}
        </span>
      </Step>
    </ol>
  )
}

const cells = Array.from({ length: CONFIRMATIONS_NEEDED }, (_, i) => i + 1)

interface StepProps {
  step: DepositStep
  children: ReactNode
}

function Step({ step, children }: StepProps) {
  const { label, state, at } = step
  return (
    <li
      className="timeline-step"
      data-state={state}
      aria-current={state === 'current' ? 'step' : undefined}
    >
      {children}
      <span className="font-bold">{label}</span>
      {at && <time dateTime={at}>{formatClock(at)}</time>}
    </li>
  )
}
