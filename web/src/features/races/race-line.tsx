import { coinsText, formatCoins } from '../../lib/format.ts'
import type { RaceStage } from './race-stage.ts'
import type { BetEnds } from './use-bet-ends.ts'

interface RaceLineProps {
  stage: RaceStage | undefined
  ends: BetEnds
  /** What the player has on the present race. */
  staked: number
}

/** The line under the track: what the race means for the player's coins. */
export function RaceLine({ stage, ends, staked }: RaceLineProps) {
  const { text, tone } = storyOf(stage, { ends, staked })
  return (
    <span key={text} className={`round-result pop-in ${tone}`}>
      {text}
    </span>
  )
}

type Story = { text: string; tone: string }

function storyOf(
  stage: RaceStage | undefined,
  { ends, staked }: Pick<RaceLineProps, 'ends' | 'staked'>,
): Story {
  const hasEnd =
    stage?.is !== 'gate' && stage?.is !== 'racing' && ends.staked > 0
  const isBetting = stage?.is === 'betting'
  if (hasEnd && !(isBetting && staked > 0)) return endOf(ends)
  if (staked > 0) return plain(`${coinsText(staked)} of yours on this race`)
  return {
    text: isBetting ? 'Which one is it?' : 'Watch them run',
    tone: 'text-soft',
  }
}

function endOf({ isVoid, paid, staked }: BetEnds): Story {
  if (isVoid) return plain(`${coinsText(paid)} came back to you`)
  if (paid > staked) {
    return {
      text: `You won ${coinsText(paid - staked)}`,
      tone: 'text-lime-text',
    }
  }
  if (paid > 0)
    return plain(
      `Your horse paid ${formatCoins(paid)} of ${formatCoins(staked)}`,
    )
  return plain('Not your horse this time')
}

function plain(text: string): Story {
  return { text, tone: 'text-text' }
}
