/** Draws the profit after each of the latest bets, in coins; the text says the last one. */
export function ProfitLine({ profits }: { profits: readonly number[] }) {
  const top = Math.max(1, ...profits)
  const bottom = Math.min(-1, ...profits)
  const last = profits.at(-1) ?? 0
  const yOf = (profit: number) => (100 * (top - profit)) / (top - bottom)
  const xOf = (index: number) => (100 * index) / Math.max(1, profits.length - 1)
  const points = profits.map((profit, at) => `${xOf(at)},${yOf(profit)}`)
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="profit-line"
      data-loss={last < 0 || undefined}
    >
      <line x2="100" y1={yOf(0)} y2={yOf(0)} />
      <polyline points={points.join(' ')} />
    </svg>
  )
}
