import { horseName } from '#core/race/horses.ts'
import type { RaceStage } from './race-stage.ts'

/** Tells screen readers of each step of the race, once. */
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
