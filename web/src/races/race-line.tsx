import { horseName } from '#core/race/horses.ts'
import { coinsText } from '../lib/format.ts'
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
  if (staked > 0) return plain(`You have ${coinsText(staked)} on this race`)
  return { text: (stage && hints[stage.is]) ?? '', tone: 'text-soft' }
}

const hints: Partial<Record<RaceStage['is'], string>> = {
  betting: 'Pick your horse',
  gate: 'Watch them run',
  racing: 'Watch them run',
}

/** Names the payout, stake included. */
function endOf({ isVoid, winner, paid, staked }: BetEnds): Story {
  if (isVoid) return plain(`Race void: ${coinsText(paid)} returned`)
  const name = winner ? horseName(winner) : 'The winner'
  if (paid === 0) return plain(`${name} won. Your bet did not`)
  if (paid <= staked) {
    return plain(`${name} pays you ${paid} of ${coinsText(staked)} staked`)
  }
  return { text: `${name} pays you ${coinsText(paid)}`, tone: 'text-lime-text' }
}

function plain(text: string): Story {
  return { text, tone: 'text-text' }
}
