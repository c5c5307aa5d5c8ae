import { useState } from 'react'
import { Link } from 'react-router-dom'
import { clientSeed as clientSeedSchema } from '#core/api/fairness.ts'
import { Button } from '../../../components/button.tsx'
import { buttonClass } from '../../../components/button-class.ts'
import { Field } from '../../../components/field.tsx'
import { FAIR_PROMISE } from '../../../components/site/fair-promise.ts'
import { TapToSkip } from '../../../components/tap-to-skip.tsx'
import { Coin } from '../../../games/shared/coin.tsx'
import { randomClientSeed } from '../../../lib/random-seed.ts'
import { AS_NEWCOMER } from '../../../session/return-path.ts'
import { FlipNumbers } from './flip-numbers.tsx'
import { FlipSteps } from './flip-steps.tsx'
import { GAME_PATH, type GuestRound } from './guest-round.ts'
import { useGuestFlip } from './use-guest-flip.ts'
import './guest-flip.css'

const SIDES = ['heads', 'tails'] as const

/** A coin without coins: this page seals, flips, opens and proves. */
export function GuestFlip() {
  const { commitment, last, shown, isFlipping, flip, skip } = useGuestFlip()
  const [clientSeed, setClientSeed] = useState(randomClientSeed)
  const problem =
    clientSeedSchema.safeParse(clientSeed).error?.issues[0]?.message
  return (
    <div className="rubber-card guest-flip">
      <div className="guest-flip-stage">
        <Coin isFlipping={isFlipping} shown={shown} />
        <TapToSkip onSkip={skip} />
      </div>
      <div className="guest-flip-call">
        <p role="status" className="font-display font-semibold text-title">
          {isFlipping ? 'Up it goes…' : resultText(last)}
        </p>
        <p className="text-small">
          <span className="text-soft">The seal of the coming flip: </span>
          <code className="hex" title={commitment}>
            {commitment.slice(0, 16)}…
          </code>
        </p>
        <div className="grid grid-cols-2 gap-3">
          {SIDES.map((choice) => (
            <Button
              key={choice}
              size="large"
              variant={choice === 'heads' ? 'go' : 'action'}
              className="px-2"
              disabled={isFlipping || problem !== undefined}
              onClick={() => void flip({ clientSeed, choice })}
            >
              {nameOf[choice]}
            </Button>
          ))}
        </div>
        <Field
          label="Your half of the chance"
          value={clientSeed}
          onChange={(event) => setClientSeed(event.target.value)}
          error={problem}
          hint={
            <span className="text-soft">Random. Change it if you like.</span>
          }
          autoComplete="off"
        />
      </div>
      <div className="guest-flip-proof">
        <p>{FAIR_PROMISE}</p>
        <FlipSteps round={last} />
        <p className="text-small text-soft">
          Here the page itself plays the casino’s part, to show you how it
          works. In your account the casino seals its half first, and your
          browser checks it.
        </p>
        <div className="guest-flip-next">
          {last && (
            <>
              <Link
                to={GAME_PATH}
                state={AS_NEWCOMER}
                className={buttonClass('go')}
              >
                Take a name and 1,000 coins
              </Link>
              <FlipNumbers round={last} />
            </>
          )}
        </div>
      </div>
    </div>
  )
}

const nameOf = { heads: 'Heads', tails: 'Tails' } as const

function resultText(last: GuestRound | undefined): string {
  if (!last) return 'Heads or tails?'
  const { choice, result } = last
  return `${nameOf[result]}! ${choice === result ? 'You called it.' : 'Not this time.'}`
}
