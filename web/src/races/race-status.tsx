import { horseName } from '#core/race/horses.ts'
import { coinsText } from '../lib/format.ts'
import { useIsServerAway } from '../lib/server-presence.ts'
import type { RaceStage } from './race-scene.ts'
import type { BetEnds } from './use-bet-ends.ts'

/** The sign over the track: countdown, winner. */
export function RaceSign({ stage }: { stage: RaceStage | undefined }) {
  const isAway = useIsServerAway()
  switch (stage?.is) {
    case 'betting':
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
    case 'gate':
      return <p className="race-sign">Horses to the gate</p>
    case undefined:
    case 'racing':
      return null
    case 'won':
      return (
        <p className="race-sign race-winner">{horseName(stage.winner)} Won!</p>
      )
    case 'void':
      return <p className="race-sign">Race void: all stakes are back</p>
    case 'break':
      return <p className="race-sign">The next race opens in a moment</p>
    case 'none':
      return (
        <p className="race-sign">
          {isAway ? 'The track is out of reach' : 'No races at the moment'}
        </p>
      )
  }
}

const LAST_SECONDS = 5

interface RaceLineProps {
  stage: RaceStage | undefined
  ends: BetEnds
  /** The player's stakes on the current race. */
  staked: number
}

/** The line under the track: the player's coins on the race. */
export function RaceLine({ stage, ends, staked }: RaceLineProps) {
  const { text, tone } = textOf(stage, { ends, staked })
  return (
    <span key={text} className={`round-result pop-in ${tone}`}>
      {text}
    </span>
  )
}

type Line = { text: string; tone: string }

function textOf(
  stage: RaceStage | undefined,
  { ends, staked }: Pick<RaceLineProps, 'ends' | 'staked'>,
): Line {
  const hasEnd =
    stage?.is !== 'gate' && stage?.is !== 'racing' && ends.staked > 0
  const isBetting = stage?.is === 'betting'
  if (hasEnd && !(isBetting && staked > 0)) return endOf(ends)
  if (staked > 0) return plain(`You have ${coinsText(staked)} on this race`)
  return { text: (stage && idleTexts[stage.is]) ?? '', tone: 'text-soft' }
}

const idleTexts: Partial<Record<RaceStage['is'], string>> = {
  betting: 'Pick your horse',
  gate: 'Watch them run',
  racing: 'Watch them run',
}

/** States the payout, stake included. */
function endOf({ isVoid, winner, paid, staked }: BetEnds): Line {
  if (isVoid) return plain(`Race void: ${coinsText(paid)} returned`)
  const name = winner ? horseName(winner) : 'The winner'
  if (paid === 0) return plain(`${name} won. Your bet did not`)
  if (paid <= staked) {
    return plain(`${name} pays you ${paid} of ${coinsText(staked)} staked`)
  }
  return { text: `${name} pays you ${coinsText(paid)}`, tone: 'text-lime-text' }
}

function plain(text: string): Line {
  return { text, tone: 'text-text' }
}

/** Announces each stage of the race to screen readers, once. */
export function RaceAnnouncer({ stage }: { stage: RaceStage | undefined }) {
  return (
    <p role="status" className="sr-only">
      {announcementOf(stage)}
    </p>
  )
}

function announcementOf(stage: RaceStage | undefined): string | undefined {
  switch (stage?.is) {
    case 'betting':
      return 'Betting is open, the countdown is running'
    case 'gate':
      return 'Betting is closed'
    case 'racing':
      return 'The race has started'
    case 'won':
      return `${horseName(stage.winner)} has won the race`
    case 'void':
      return 'The race is void'
    default:
      return undefined
  }
}
