import { horseName } from '#core/race/horses.ts'
import { useIsServerAway } from '../../lib/server-presence.ts'
import type { RaceStage } from '../race-stage.ts'

/** What hangs over the track: the countdown, the winner. */
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
