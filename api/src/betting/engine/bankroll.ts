import { freeBankroll } from '../../ledger/ledger.service.ts'

/**
 * What the house can still pay. The figures come from the ledger's sums, read
 * now and then; in between this process adds what it settled itself.
 */
export type Bankroll = ReturnType<typeof openBankroll>

/** Of the bankroll: what all rounds that wait for their players may hold, and those of one player. */
const SHARE_OF_HANDS = 1 / 2
const SHARE_OF_PLAYER = 1 / 4

/** The ledger's sums, in coins. */
type Figures = {
  house: number
  /** What rounds that are not over could still be paid. */
  held: number
  jackpot: number
}

/** What the house has and holds more by a move that was kept, in coins. */
type Settled = { gain: number; held: number }

/** Ends a reservation. What came of it is left out when the move was dropped. */
export type Release = (settled?: Settled) => void

/** @param refill whether the house is filled up when its free coins run low. */
export function openBankroll({ refill }: { refill: boolean }) {
  /** Coins that nothing settled can claim. */
  let free = 0
  /** All that the house had when the ledger was last read, in coins. */
  let whole = 0
  /** What moves that are being decided could still cost, in coins. */
  let reserved = 0
  let pot = 0
  /** How many are under way, and how many have begun or ended so far. */
  let readings = 0
  let turns = 0
  /** What moves have changed `free` by so far, in coins. */
  let changed = 0
  /** How often the figures became doubtful, and had by the last reading. */
  let doubts = 0
  let doubtsRead = 0

  function change(coins: number): void {
    free += coins
    changed += coins
  }

  /** Takes over the ledger's figures. */
  async function follow(read: () => Promise<Figures>): Promise<void> {
    const before = { changed, doubts }
    readings += 1
    turns += 1
    try {
      const figures = await read()
      free = freeBankroll(figures) + changed - before.changed
      whole = free + figures.held
      pot = figures.jackpot
      doubtsRead = before.doubts
    } finally {
      readings -= 1
      turns += 1
    }
  }

  return {
    /**
     * Coins that nothing under way can claim. A new pot's seed is always kept:
     * one spin in a million takes it, whatever its stake.
     */
    free: () => free - reserved,

    /**
     * As many of them as a round may hold that waits for its player: nobody
     * is to keep a house that is not filled up from others by not playing on.
     *
     * @param held what the player's rounds hold already, in coins.
     */
    freeToHold(held: number): number {
      if (refill) return free - reserved
      const ofAll = free - reserved - (1 - SHARE_OF_HANDS) * whole
      return Math.floor(Math.min(ofAll, SHARE_OF_PLAYER * whole - held))
    },

    /** What the jackpot was when the ledger was last read, in coins. */
    pot: () => pot,

    /**
     * What is settled while the ledger is read may be in what is read, or not.
     * Of that only losses count: until the next reading the house takes itself
     * for poorer than it may be, and never for richer.
     */
    reserve(risk: number): Release {
      reserved += risk
      const begun = turns
      return (settled) => {
        reserved -= risk
        if (!settled) return
        const coins = settled.gain - settled.held
        const isClear = begun === turns && readings === 0
        change(isClear ? coins : Math.min(0, coins))
      }
    },

    follow,

    /** A move may have been kept that this process does not know of. */
    doubt() {
      doubts += 1
    },

    /** Reads the ledger if the figures are in doubt. */
    async load(read: () => Promise<Figures>): Promise<void> {
      if (doubts > doubtsRead) await follow(read)
    },
  }
}
