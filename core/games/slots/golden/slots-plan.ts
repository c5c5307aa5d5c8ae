import type { GoldenPlan } from '../../../fairness/golden/golden-plan.ts'
import { coins, MAX_COINS } from '../../../money/coins.ts'
import { LARGEST_WIN } from '../slot-lines.ts'
import { slots } from '../slots.ts'
import { invalidSpins } from './invalid-spins.ts'
import { slotKinds } from './slot-kinds.ts'

/** The largest stake whose win a balance can hold. */
const LARGEST_STAKE = Math.floor(MAX_COINS / LARGEST_WIN)
const POTS = [10_000, 10_001, 12_347, 56_788, 123_454, MAX_COINS].map(coins)

/** Client seeds that bring these tickets with the first golden stream key at nonce 0. */
const TICKET_0 = 'edge 849937'
const TICKET_1 = 'edge 248389'
const TICKET_2376 = 'edge 33'
const TICKET_9999 = 'edge 561864'
const TICKET_10000 = 'edge 246480'

/** Every jackpot finds another pot. */
export const slotsPlan: GoldenPlan = {
  epoch: 2,
  stakes: [1, 2, 7, 50, 100, 999, 5_000, 10_000, 10_001, 20_000, LARGEST_STAKE],
  actionOf: (_position, { index }) =>
    slots.jackpot.win(POTS[index % POTS.length] ?? coins(0)),
  kinds: slotKinds,
  chosen: [
    { clientSeed: TICKET_0, betAmount: 1 },
    { clientSeed: TICKET_1, betAmount: 1 },
    { clientSeed: TICKET_1, betAmount: 2 },
    { clientSeed: TICKET_2376, betAmount: 2_376 },
    { clientSeed: TICKET_2376, betAmount: 2_377 },
    { clientSeed: TICKET_9999, betAmount: 9_999 },
    { clientSeed: TICKET_9999, betAmount: 10_000 },
    { clientSeed: TICKET_9999, betAmount: 10_001 },
    { clientSeed: TICKET_10000, betAmount: 10_000 },
    { clientSeed: TICKET_10000, betAmount: 10_001 },
  ],
  invalid: invalidSpins,
}
