import { weekStart } from '#core/leaderboard/week.ts'

/** The Monday of a time's week (epoch milliseconds), as PostgreSQL writes dates. */
export function weekDate(timeMs: number): string {
  return new Date(weekStart(timeMs)).toISOString().slice(0, 10)
}
