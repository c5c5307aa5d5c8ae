import { readLimits, setLimits, startBreak } from '#core/api/limits.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { openLimitsService, type Snapshots } from './limits.service.ts'

export type LimitsModule = ReturnType<typeof openLimits>

export function openLimits(
  { betDb, clock, db }: Pick<Platform, 'betDb' | 'clock' | 'db'>,
  { fairness }: { fairness: Record<'forBets' | 'service', Snapshots> },
) {
  const service = openLimitsService({ clock, db, fairness: fairness.service })
  return {
    service,
    /** Uses the connections of bets. */
    forBets: openLimitsService({
      clock,
      db: betDb,
      fairness: fairness.forBets,
    }),
    mount(serve: Serve) {
      serve(readLimits, ({ playerId }) => service.of(playerId))
      serve(setLimits, ({ body, playerId }) => service.setDaily(playerId, body))
      serve(startBreak, ({ body, playerId }) =>
        service.coolOff(playerId, body.minutes),
      )
    },
  }
}
