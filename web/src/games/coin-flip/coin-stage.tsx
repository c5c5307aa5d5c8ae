import type { CoinFlipAnswer } from '#core/games/coin-flip/coin-flip-answer.ts'
import { Bendy } from '../../components/bendy.tsx'
import { TapToSkip } from '../../components/tap-to-skip.tsx'
import { Coin } from '../shared/coin/coin.tsx'
import { FlipHistory } from './flip-history.tsx'
import './coin-stage.css'

interface CoinStageProps {
  isFlipping: boolean
  /** Flips follow each other too fast for a face to follow them. */
  isRushing: boolean
  /** The finished flips, the newest last. */
  flips: readonly CoinFlipAnswer[]
  /** Left out when there is nothing to skip. */
  onSkip: (() => void) | undefined
}

/** The coin on its floor, and Bendy who can hardly look. */
export function CoinStage(props: CoinStageProps) {
  const { isFlipping, isRushing, flips, onSkip } = props
  const answer = flips.at(-1)
  return (
    <div className="coin-stage">
      <FlipHistory flips={flips} />
      <Bendy
        mood={moodOf(isFlipping || isRushing, answer)}
        className="coin-watcher"
      />
      <Coin isFlipping={isFlipping} shown={answer?.result ?? 'heads'} />
      <TapToSkip onSkip={onSkip} />
    </div>
  )
}

function moodOf(isTense: boolean, answer: CoinFlipAnswer | undefined) {
  if (isTense) return 'tense'
  if (!answer) return 'idle'
  return answer.payout > 0 ? 'win' : 'loss'
}
