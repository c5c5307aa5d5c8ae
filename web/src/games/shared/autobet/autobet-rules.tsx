/** How an autobet goes about it, for the rules of each game that has one. */
export function AutobetRules() {
  return (
    <p>
      <strong>Autobet</strong> makes the same bet again until one of your stops
      is reached, a bet is refused, or you press Stop or <kbd>Esc</kbd>. Profit
      and a win are what was paid beyond the bets. “Stop on loss” is the most
      that it may lose: it stops before a bet that could lose more. A raise is
      rounded up to a whole coin. It ends when you leave the page; in a tab in
      the background it goes on, more slowly. Each round is checked as always,
      and one that does not add up stops it.
    </p>
  )
}
