import type { OperatorAlarm } from '#core/api/operator/overview.ts'
import { DEPOSITS } from '#core/pauses.ts'
import { RACE_GAME_TYPE } from '#core/race/settled-race.ts'
import { SPORTS_GAME_TYPE } from '#core/sports/game.ts'
import type { View } from './views.ts'

interface Guide {
  /** Shows its cause. */
  view: View
  /** Can be paused, so that it gets no worse. */
  pausable?: string
}

const guides: Record<OperatorAlarm['code'], Guide> = {
  database_restored: { view: 'overview' },
  bankroll_low: { view: 'overview' },
  job_failing: { view: 'overview' },
  deposits_stuck: { view: 'deposits', pausable: DEPOSITS },
  deposits_undecided: { view: 'deposits' },
  gas_low: { view: 'chain', pausable: DEPOSITS },
  outbox_stuck: { view: 'chain', pausable: DEPOSITS },
  games_held: { view: 'sports', pausable: SPORTS_GAME_TYPE },
  feed_stale: { view: 'sports', pausable: SPORTS_GAME_TYPE },
  finality_stalled: { view: 'chain' },
  indexer_behind: { view: 'deposits' },
  node_silent: { view: 'chain' },
  node_behind: { view: 'chain' },
  node_limited: { view: 'chain' },
  race_stuck: { view: 'races', pausable: RACE_GAME_TYPE },
  return_incredible: { view: 'games' },
  audit_failed: { view: 'log' },
}

/** Tells where an alarm leads, and what to pause: the game that it is about. */
export function guideTo({ code, gameType }: OperatorAlarm): Guide {
  return { ...guides[code], ...(gameType && { pausable: gameType }) }
}
