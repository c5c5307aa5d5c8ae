import { freeBankroll } from '../ledger/ledger.service.ts'

/**
 * What the house can still pay. The figures come from the ledger's sums, read
 * now and then; in between this process adds what it settled itself.
 */
export type Bankroll = ReturnType<typeof openBankroll>

export function openBankroll() {
  let house = 0
  /** What rounds that are not over could still be paid, in coins. */
  let held = 0
  /** What moves that are being decided could still cost, in coins. */
  let reserved = 0

  return {
    /**
     * Coins that nothing under way can claim. A new pot's seed is always kept:
     * one spin in a million takes it, whatever its stake.
     */
    free: () => freeBankroll({ house, held }) - reserved,

    reserve(risk: number) {
      reserved += risk
    },

    /** Ends a reservation. @param change what the house has and holds more by it; nothing when it was dropped. */
    settle(risk: number, change?: { gain: number; held: number }) {
      reserved -= risk
      house += change?.gain ?? 0
      held += change?.held ?? 0
    },

    /** Takes over the ledger's figures. */
    follow(totals: { house: number; held: number }) {
      house = totals.house
      held = totals.held
    },
  }
}
