import type { Series } from '../inject-faults.ts'
import { injectRaceFault } from './race-faults.ts'
import { injectSettlementKill } from './settlement-faults.ts'

/** Faults of races and sports at each step from bet to payout. */
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
