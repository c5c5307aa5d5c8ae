import type { Measure } from '../../cli/measures.ts'
import type { Series } from '../faults.ts'
import { injectRaceFault } from './inject-race-faults.ts'
import { injectSettlementKill } from './settlement-kill.ts'

/** Faults that meet bets which are settled later, at every step from bet to payout. */
export const betFaults = {
  race_kill: {
    times: 3,
    inject: (series: Series) => injectRaceFault('race_kill', series),
  },
  race_freeze: {
    times: 3,
    inject: (series: Series) => injectRaceFault('race_freeze', series),
  },
  settlement_kill: {
    times: 5,
    inject: (series: Series) => injectSettlementKill('settlement_kill', series),
  },
}

export function injectBetFault(
  name: keyof typeof betFaults,
  series: Series,
): Promise<Measure[]> {
  return betFaults[name].inject(series)
}
