import type { CoinFlipAnswer } from '#core/games/coin-flip/coin-flip-answer.ts'
import { Bendy } from '../../components/bendy.tsx'
import { TapToSkip } from '../../components/tap-to-skip.tsx'
import { classNames } from '../../lib/class-names.ts'
import { Coin } from '../shared/coin.tsx'

type CoinStageProps = {
  isFlipping: boolean
  /** True if flips come too fast for the mascot to react. */
  isRushing: boolean
  /** Latest flips, the newest last. */
  flips: readonly CoinFlipAnswer[]
  onSkip: (() => void) | undefined
}

/** The coin on its floor, watched by Bendy. */
export function CoinStage(props: CoinStageProps) {
  const { isFlipping, isRushing, flips, onSkip } = props
  const answer = flips.at(-1)
  return (
    <div className="relative grid items-end justify-items-center place-self-stretch [container-type:size]">
      <ol aria-label="Last flips" className="absolute -top-2 left-0 flex gap-1">
        {flips.map(({ transactionId, result }) => (
          <li
            key={transactionId}
            className={classNames(
              'pop-in grid size-6 place-items-center rounded-full border-2 border-outline font-display text-[0.875rem] font-semibold leading-none text-on-toy',
              result === 'heads' ? 'bg-sun' : 'bg-sky',
            )}
          >
            <span aria-hidden="true">{result === 'heads' ? 'H' : 'T'}</span>
            <span className="sr-only">{result}</span>
          </li>
        ))}
      </ol>
      <Bendy
        mood={getMood(isFlipping || isRushing, answer)}
        className="absolute -bottom-3 left-0 w-[clamp(3.25rem,21cqh,7rem)]"
      />
      <Coin isFlipping={isFlipping} shown={answer?.result ?? 'heads'} />
      <TapToSkip onSkip={onSkip} />
    </div>
  )
}

function getMood(isTense: boolean, answer: CoinFlipAnswer | undefined) {
  if (isTense) return 'tense'
  if (!answer) return 'idle'
  return answer.payout > 0 ? 'win' : 'loss'
}
