import { horseName } from '#core/race/horses.ts'
import { coinsText } from '../lib/format.ts'
import { useIsServerAway } from '../lib/server-presence.ts'
import type { RaceStage } from './race-scene.ts'
import type { BetEnds } from './use-bet-ends.ts'

const LAST_SECONDS = 5

/** The sign above the track: countdown or winner. */
export function RaceSign({ stage }: { stage: RaceStage | undefined }) {
  const isAway = useIsServerAway()
  if (!stage || stage.is === 'racing') return null
  if (stage.is === 'betting') {
    return (
      <p
        role="timer"
        aria-live="off"
        className="race-sign race-countdown"
        data-last={stage.secondsLeft <= LAST_SECONDS || undefined}
      >
        Next race in: {stage.secondsLeft} seconds
      </p>
    )
  }
  if (stage.is === 'won') {
    return (
      <p className="race-sign race-winner">{horseName(stage.winner)} Won!</p>
    )
  }
  const isLost = stage.is === 'none' && isAway
  return (
    <p className="race-sign">
      {isLost ? 'We can’t reach the track' : signs[stage.is]}
    </p>
  )
}

const signs = {
  gate: 'Horses to the gate',
  void: 'Race void: all stakes returned',
  break: 'The next race opens in a moment',
  none: 'No races at the moment',
}

type RaceLineProps = {
  stage: RaceStage | undefined
  ends: BetEnds
  /** The player's stakes on the current race. */
  staked: number
}

/** The line under the track: the player's coins on the race. */
export function RaceLine({ stage, ends, staked }: RaceLineProps) {
  const { text, tone } = toText(stage, { ends, staked })
  return (
    <span key={text} className={`round-result pop-in ${tone}`}>
      {text}
    </span>
  )
}

type Line = { text: string; tone: string }

function toText(
  stage: RaceStage | undefined,
  { ends, staked }: Pick<RaceLineProps, 'ends' | 'staked'>,
): Line {
  const hasEnd =
    stage?.is !== 'gate' && stage?.is !== 'racing' && ends.staked > 0
  const isBetting = stage?.is === 'betting'
  if (hasEnd && !(isBetting && staked > 0)) return getEnd(ends)
  if (staked > 0) return plain(`You have ${coinsText(staked)} on this race`)
  return { text: (stage && idleTexts[stage.is]) ?? '', tone: 'text-soft' }
}

const idleTexts: Partial<Record<RaceStage['is'], string>> = {
  betting: 'Pick your horse',
  gate: 'Watch them run',
  racing: 'Watch them run',
}

/** States the payout, stake included. */
function getEnd({ isVoid, winner, paid, staked }: BetEnds): Line {
  if (isVoid) return plain(`Race void: ${coinsText(paid)} returned`)
  const name = winner ? horseName(winner) : 'The winner'
  if (paid === 0) return plain(`${name} won. Your bet lost`)
  if (paid <= staked) {
    return plain(`${name} pays you ${paid} on ${coinsText(staked)} staked`)
  }
  return { text: `${name} pays you ${coinsText(paid)}`, tone: 'text-lime-text' }
}

function plain(text: string): Line {
  return { text, tone: 'text-text' }
}

const announcements: Partial<Record<RaceStage['is'], string>> = {
  betting: 'Betting is open, the countdown is running',
  gate: 'Betting is closed',
  racing: 'The race has started',
  void: 'The race is void',
}

/** Announces each stage of the race to screen readers, once. */
export function RaceAnnouncer({ stage }: { stage: RaceStage | undefined }) {
  return (
    <p role="status" className="sr-only">
      {stage?.is === 'won'
        ? `${horseName(stage.winner)} has won the race`
        : stage && announcements[stage.is]}
    </p>
  )
}
