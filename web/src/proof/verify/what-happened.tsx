import type { ReactNode } from 'react'
import type { Evidence } from '#core/evidence/record.ts'
import { Card } from '../../components/card.tsx'
import { CoinAmount, CoinIcon } from '../../components/coin-amount.tsx'
import { classNames } from '../../lib/class-names.ts'
import {
  coinsText,
  formatCoins,
  formatGain,
  formatTime,
} from '../../lib/format.ts'

/** Coins in and out of a finished bet. */
type Gain = { staked: number; paid: number }

type WhatHappenedProps = {
  evidence: Evidence
  /** Undefined while the bet is not settled, and for a race without a bet. */
  gain: Gain | undefined
  /** The outcome as its game draws it. */
  drawing: ReactNode
  /** Actions on the outcome. */
  children?: ReactNode
}

/** A proven outcome: drawn, its coins, and its time. */
export function WhatHappened(props: WhatHappenedProps) {
  const { evidence, gain, drawing, children } = props
  return (
    <Card className="grid gap-4">
      <h2 className="text-title">What happened</h2>
      <div className="grid gap-5 min-[60rem]:has-[>.happened-drawing]:grid-cols-[1fr_22rem]">
        {drawing && (
          <div className="happened-drawing @container grid min-w-0 content-center rounded-toy border-3 border-outline bg-[radial-gradient(circle_at_50%_40%,var(--color-stage-glow),var(--color-well)_75%)] p-4 empty:hidden">
            {drawing}
          </div>
        )}
        <div className="grid content-center gap-4">
          {gain && <GainLine gain={gain} />}
          <GameDetails evidence={evidence} />
          {children}
        </div>
      </div>
    </Card>
  )
}

function GainLine({ gain: { staked, paid } }: { gain: Gain }) {
  const gained = paid - staked
  const { colour, word } = looks[Math.sign(gained)] ?? EVEN
  return (
    <p className="grid gap-1">
      <strong
        className={classNames(
          'flex items-center gap-2 font-display text-display',
          colour,
        )}
      >
        <CoinIcon />
        <span className="sr-only">{word}</span>
        {formatGain(gained)} {Math.abs(gained) === 1 ? 'coin' : 'coins'}
      </strong>
      <span className="text-soft">
        Staked {formatCoins(staked)},{' '}
        {paid === 0 ? 'nothing paid out' : `${coinsText(paid)} paid out`}
      </span>
    </p>
  )
}

const EVEN = { colour: 'text-text', word: 'Even: ' }

/** By the sign of the gain. */
const looks: Record<number, typeof EVEN> = {
  1: { colour: 'text-lime-text', word: 'Won: ' },
  [-1]: { colour: 'text-bubblegum-text', word: 'Lost: ' },
}

export function GameDetails({ evidence }: { evidence: Evidence }) {
  const { gameType, outcome, stake, timestamp } = evidence
  const details = {
    'Game Type': gameType,
    Timestamp: <time dateTime={timestamp}>{formatTime(timestamp)}</time>,
    'Bet Amount': stake !== undefined && (
      <CoinAmount amount={stake} className="text-sun-text" />
    ),
    Outcome: outcome,
  }
  return (
    <section className="grid gap-2">
      <h3 className="text-lead">Game Details</h3>
      <dl className="grid gap-1">
        {Object.entries(details).map(
          ([name, detail]) =>
            detail !== false && (
              <div
                key={name}
                className="flex items-baseline justify-between gap-3"
              >
                <dt className="shrink-0 text-soft">{name}</dt>
                <dd className="text-end font-bold">{detail}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}
