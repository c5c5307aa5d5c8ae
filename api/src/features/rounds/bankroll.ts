/**
 * What the house can still pay. The figure comes from the ledger's sums, read
 * now and then; in between this process adds what it settled itself.
 */
export type Bankroll = ReturnType<typeof openBankroll>

export function openBankroll() {
  let house = 0
  /** What bets that are being decided could still cost, in coins. */
  let reserved = 0

  return {
    /** Coins that no bet under way can claim. */
    free: () => house - reserved,

    reserve(risk: number) {
      reserved += risk
    },

    /** Ends a reservation. @param gain what the house won by it; 0 when it was dropped. */
    settle(risk: number, gain: number) {
      reserved -= risk
      house += gain
    },

    /** Takes over the ledger's figure. */
    follow(totals: { house: number }) {
      house = totals.house
    },
  }
}
