import { DEPOSITS } from '#core/deposits/deposits-pause.ts'
import { RACE_GAME_TYPE } from '#core/race/settled-race.ts'
import type { OperatorAlarm } from '#core/schemas/operator/overview.ts'
import { SPORTS_GAME_TYPE } from '#core/sports/game.ts'
import { PAUSABLE } from '../games/pausable.ts'
import type { View } from './views.ts'

interface Guide {
  /** Where its cause is seen. */
  view: View
  /** What a pause would keep from getting worse. */
  pausable?: string
}

const guides: Record<OperatorAlarm['code'], Guide> = {
  bankroll_low: { view: 'overview' },
  job_failing: { view: 'overview' },
  deposits_stuck: { view: 'deposits', pausable: DEPOSITS },
  deposits_undecided: { view: 'deposits' },
  gas_low: { view: 'chain', pausable: DEPOSITS },
  outbox_stuck: { view: 'chain', pausable: DEPOSITS },
  feed_stale: { view: 'sports', pausable: SPORTS_GAME_TYPE },
  race_stuck: { view: 'races', pausable: RACE_GAME_TYPE },
  return_incredible: { view: 'games' },
  audit_failed: { view: 'log' },
}

/** Where an alarm leads, and what to pause: a game that it names, if it does. */
export function guideTo({ code, message }: OperatorAlarm): Guide {
  const named = PAUSABLE.find((name) => message.includes(name))
  return { ...guides[code], ...(named && { pausable: named }) }
}
