import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { clientSeed as clientSeedSchema } from '#core/api/fairness.ts'
import { Button } from '../../../components/button.tsx'
import { buttonClass } from '../../../components/button-class.ts'
import { Field } from '../../../components/field.tsx'
import { ShieldIcon } from '../../../components/shield-icon.tsx'
import { FAIR_PROMISE } from '../../../components/site/fair-promise.ts'
import { TapToSkip } from '../../../components/tap-to-skip.tsx'
import { Coin, tossCoin } from '../../../games/shared/coin.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { randomClientSeed } from '../../../lib/random-seed.ts'
import { playSound } from '../../../lib/sound.ts'
import type { Timeline } from '../../../lib/timeline.ts'
import { AS_NEWCOMER } from '../../../session/return-path.ts'
import {
  type Call,
  GAME_PATH,
  type GuestRound,
  playFlip,
  proveFlip,
  sealedFlip,
} from './guest-round.ts'

const SIDES = ['heads', 'tails'] as const

/** A free coin flip, which this page commits to, flips, reveals and verifies. */
export function GuestFlip() {
  const { commitment, last, shown, isFlipping, flip, skip } = useGuestFlip()
  const [clientSeed, setClientSeed] = useState(randomClientSeed)
  const problem =
    clientSeedSchema.safeParse(clientSeed).error?.issues[0]?.message
  return (
    <div className="rubber-card grid overflow-hidden min-[60rem]:grid-cols-[1fr_22rem_1.2fr]">
      <div className="relative grid h-48 items-end justify-items-center bg-[radial-gradient(circle_at_50%_40%,var(--color-stage-glow),var(--color-well)_75%)] pb-2 [container-type:size] min-[60rem]:h-auto">
        <Coin isFlipping={isFlipping} shown={shown} />
        <TapToSkip onSkip={skip} />
      </div>
      <div className="grid content-start gap-4 p-5">
        <p role="status" className="font-display font-semibold text-title">
          {isFlipping ? 'Up it goes…' : resultText(last)}
        </p>
        <p className="text-small">
          <span className="text-soft">The seal of your next flip: </span>
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
              {sideNames[choice]}
            </Button>
          ))}
        </div>
        <Field
          label="Your half of the randomness"
          value={clientSeed}
          onChange={(event) => setClientSeed(event.target.value)}
          error={problem}
          hint={
            <span className="text-soft">Random. Change it if you like.</span>
          }
          autoComplete="off"
        />
      </div>
      <div className="grid content-start gap-4 border-outline border-t-3 p-5 min-[60rem]:border-t-0 min-[60rem]:border-l-3">
        <p>{FAIR_PROMISE}</p>
        <FlipSteps round={last} />
        <p className="text-small text-soft">
          In this demo, the page itself plays the casino’s part. With an
          account, the casino seals its half first, and your browser checks it.
        </p>
        <div className="grid min-h-24 content-start justify-items-start gap-4">
          {last && (
            <>
              <Link
                to={GAME_PATH}
                state={AS_NEWCOMER}
                className={buttonClass('go')}
              >
                Pick a name and get 1,000 coins
              </Link>
              <FlipNumbers round={last} />
            </>
          )}
        </div>
      </div>
    </div>
  )
}

const sideNames = { heads: 'Heads', tails: 'Tails' } as const

function resultText(last: GuestRound | undefined): string {
  if (!last) return 'Heads or tails?'
  const { choice, result } = last
  return `${sideNames[result]}! ${choice === result ? 'You called it.' : 'Not this time.'}`
}

/** State of a visitor's flips, each committed to before the call. */
export function useGuestFlip() {
  const [sealed, setSealed] = useState(() => sealedFlip(0))
  const [last, setLast] = useState<GuestRound>()
  const [toss, setToss] = useState<Timeline>()

  const flip = async (call: Call) => {
    const round = playFlip(sealed, call)
    const tossed = tossCoin()
    setToss(tossed)
    await tossed.end
    setToss(undefined)
    setLast(round)
    setSealed(sealedFlip(round.nonce + 1))
    playSound('plop')
  }
  return {
    /** The next flip, whose commitment is shown before the call. */
    commitment: sealed.commitment,
    /** Undefined while the coin is in the air. */
    last: toss ? undefined : last,
    shown: last?.result ?? 'heads',
    isFlipping: toss !== undefined,
    flip,
    /** Undefined while there is nothing to skip. */
    skip: toss?.skip,
  }
}

/** Lists all inputs of a flip, to verify it elsewhere. */
export function FlipNumbers({ round }: { round: GuestRound }) {
  const { commitment, serverSeed, clientSeed, nonce } = round
  const numbers = [
    ['Seal: SHA-256 of the server seed', commitment],
    ['Server seed', serverSeed],
    ['Client seed, your half', clientSeed],
    ['Nonce: the number of your flip', nonce],
  ] as const
  return (
    <details>
      <summary className="cursor-pointer font-display font-medium">
        All the numbers
      </summary>
      <dl className="mt-2 grid gap-2 text-small">
        {numbers.map(([name, value]) => (
          <div key={name}>
            <dt className="text-soft">{name}</dt>
            <dd className="hex wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** The checks of a flip, with their results once there is one. */
function FlipSteps({ round }: { round: GuestRound | undefined }) {
  const proof = round && proveFlip(round)
  return (
    <ol aria-label="The proof" className="grid gap-2">
      <Step holds={proof?.isAsSealed} coming="The sealed seed is revealed.">
        The revealed seed <Hex>{round?.serverSeed}</Hex> matches the seal you
        saw, <Hex>{round?.commitment}</Hex>
      </Step>
      <Step
        holds={proof && true}
        coming="It’s mixed with your half, as in every round."
      >
        With your half <Hex>{round?.clientSeed}</Hex> it draws {proof?.fraction}
        : {proof?.explanation}
      </Step>
      <Step
        holds={proof?.isReplayed}
        coming="Your browser flips the coin again from both."
      >
        Flipped again from both halves, it lands on {round?.result}: proven
        fair.
      </Step>
    </ol>
  )
}

type StepProps = {
  /** Undefined while there is nothing to check. */
  holds: boolean | undefined
  /** Text until then. */
  coming: string
  children: ReactNode
}

function Step({ holds, coming, children }: StepProps) {
  const isKnown = holds !== undefined
  // Has a constant height, so that nothing moves.
  return (
    <li
      className={classNames(
        'wrap-anywhere flex min-h-[3.1em] gap-3 leading-normal max-[24rem]:min-h-[4.6em]',
        !isKnown && 'text-soft',
      )}
    >
      <ShieldIcon {...getShield(holds)} />
      <span>
        {holds === false && <strong>This does not add up. </strong>}
        {isKnown ? children : coming}
      </span>
    </li>
  )
}

function getShield(holds: boolean | undefined) {
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
