import {
  freeBankroll,
  type LedgerService,
} from '../../ledger/ledger.service.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'

const EVERY_MS = 500
/** Shares of the bankroll that all open rounds, and those of one player, may reserve. */
const OPEN_SHARE = 1 / 2
const PLAYER_SHARE = 1 / 4

/** Change of the bankroll, and of reserved payouts, by a committed move, in coins. */
type Settled = { gain: number; reserved: number }

/** Ends a reservation. @param settled left out for a dropped move. */
export type Release = (settled?: Settled) => void

export type Bankroll = ReturnType<typeof createBankroll>

/** Ledger totals, in coins. */
type Figures = Record<'house' | 'reserved' | 'jackpot', number>

/**
 * Tracks the coins that bets can still win: the ledger's totals, read
 * periodically, plus everything that this process settled since.
 *
 * @param refill true if low bankrolls are refilled.
 */
export function createBankroll({ refill }: { refill: boolean }) {
  /** Coins that no settled move can claim. */
  let free = 0
  /** Bankroll as last read, reserved payouts included, in coins. */
  let whole = 0
  /** Possible losses on moves being decided, in coins. */
  let reserved = 0
  let pot = 0
  /** Reads in progress; reads started or ended so far. */
  let readings = 0
  let turns = 0
  /** Sum of all changes to `free`, in coins. */
  let changed = 0
  /** Invalidations of the figures: so far, and before the last read. */
  let invalidations = 0
  let invalidationsRead = 0

  async function follow(read: () => Promise<Figures>): Promise<void> {
    const before = { changed, invalidations }
    readings += 1
    turns += 1
    try {
      const figures = await read()
      free = freeBankroll(figures) + changed - before.changed
      whole = free + figures.reserved
      pot = figures.jackpot
      invalidationsRead = before.invalidations
    } finally {
      readings -= 1
      turns += 1
    }
  }

  return {
    /** Free coins, without the next pot's seed: any stake can win the pot. */
    free: () => free - reserved,

    /**
     * Coins that a round with further steps may reserve, so that idle players
     * can't block a bankroll without refills.
     *
     * @param own reserved payouts of the player's open rounds, in coins.
     */
    freeToReserve(own: number): number {
      if (refill) return free - reserved
      const ofAll = free - reserved - (1 - OPEN_SHARE) * whole
      return Math.floor(Math.min(ofAll, PLAYER_SHARE * whole - own))
    },

    /** The jackpot as last read, in coins. */
    pot: () => pot,

    /**
     * Reserves a possible loss. A read in progress may miss what is settled
     * meanwhile, so only losses count until the next one: the estimate may be
     * too low, but never too high.
     */
    reserve(risk: number): Release {
      reserved += risk
      const begun = turns
      return (settled) => {
        reserved -= risk
        if (!settled) return
        const change = settled.gain - settled.reserved
        const isClear = begun === turns && readings === 0
        const counted = isClear ? change : Math.min(0, change)
        free += counted
        changed += counted
      }
    },

    follow,

    /** Marks the figures as stale, such as after a commit with an unknown result. */
    invalidate() {
      invalidations += 1
    },

    /** Reads the figures again if they are stale. */
    async load(read: () => Promise<Figures>): Promise<void> {
      if (invalidations > invalidationsRead) await follow(read)
    },
  }
}

/**
 * Reads the totals, refills a low bankroll and covers overdrafts of processes.
 */
export function bankrollJob(
  { log, metrics }: Pick<Platform, 'log' | 'metrics'>,
  ledger: LedgerService,
  { bankroll, refill }: { bankroll: Bankroll; refill: boolean },
): Job {
  const refilled = metrics.counter(
    'house_refill_coins_total',
    'Coins granted to the house because it ran low',
  )
  return {
    name: 'bankroll',
    everyMs: EVERY_MS,
    // Stale totals would let other processes' losses go unnoticed.
    backOffMaxMs: EVERY_MS,
    async run() {
      const overdrawn = await ledger.coverHouse()
      if (overdrawn > 0)
        log.error({ granted: overdrawn }, 'house.overdraft_covered')
      const lacking = refill ? await ledger.refillHouse() : 0
      if (lacking > 0) log.warn({ granted: lacking }, 'house.refilled')
      refilled.inc(overdrawn + lacking)
      await bankroll.follow(ledger.totals)
    },
  }
}
