import { coinsText } from '../../lib/format.ts'
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
  const { bets, returned, won } = ends
  const hasEnd = stage?.is !== 'gate' && stage?.is !== 'racing' && bets > 0
  const isBetting = stage?.is === 'betting'
  if (hasEnd && !(isBetting && staked > 0)) {
    if (won > 0)
      return { text: `You won ${coinsText(won)}`, tone: 'text-lime-text' }
    if (returned > 0) return plain(`${coinsText(returned)} came back to you`)
    return plain('Not your horse this time')
  }
  if (staked > 0) return plain(`${coinsText(staked)} of yours on this race`)
  return {
    text: isBetting ? 'Which one is it?' : 'Watch them run',
    tone: 'text-soft',
  }
}

function plain(text: string): Story {
  return { text, tone: 'text-text' }
}
