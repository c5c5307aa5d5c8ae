import type { ReactNode } from 'react'
import { Card } from '../../components/card.tsx'
import { CoinIcon } from '../../components/coin-amount.tsx'
import { classNames } from '../../lib/class-names.ts'
import { coinsText, formatCoins, formatGain } from '../../lib/format.ts'
import type { Gain } from '../records/gain.ts'
import { GameDetails, type ShownDetails } from './game-details.tsx'

interface WhatHappenedProps {
  details: ShownDetails
  /** Left out where nothing says yet what came of it. */
  gain?: Gain | undefined
  /** The outcome as its game draws it. */
  drawing?: ReactNode
  /** What can be done with it. */
  children?: ReactNode
}

/** A proven outcome: drawn, its coins, and when it was. */
export function WhatHappened(props: WhatHappenedProps) {
  const { details, gain, drawing, children } = props
  return (
    <Card className="grid gap-4">
      <h2 className="text-title">What happened</h2>
      <div className="happened">
        {drawing && <div className="happened-drawing">{drawing}</div>}
        <div className="grid content-center gap-4">
          {gain && <GainLine gain={gain} />}
          <GameDetails details={details} />
          {children}
        </div>
      </div>
    </Card>
  )
}

function GainLine({ gain: { staked, paid } }: { gain: Gain }) {
  const gained = paid - staked
  return (
    <p className="grid gap-1">
      <strong
        className={classNames(
          'flex items-center gap-2 font-display text-display',
          colourOf(gained),
        )}
      >
        <CoinIcon />
        <span className="sr-only">{wordOf(gained)}</span>
        {formatGain(gained)} {Math.abs(gained) === 1 ? 'coin' : 'coins'}
      </strong>
      <span className="text-soft">
        Staked {formatCoins(staked)},{' '}
        {paid === 0 ? 'nothing came back' : `${coinsText(paid)} came back`}
      </span>
    </p>
  )
}

function colourOf(gained: number): string {
  if (gained === 0) return 'text-text'
  return gained > 0 ? 'text-lime-text' : 'text-bubblegum-text'
}

function wordOf(gained: number): string {
  if (gained === 0) return 'Even: '
  return gained > 0 ? 'Won: ' : 'Lost: '
}
