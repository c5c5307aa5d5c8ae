/** What the flip pays and how it is decided, one tap away. */
export function CoinFlipRules() {
  return (
    <div className="grid gap-2">
      <p>
        Call heads or tails. A right call pays <strong>1.98 ×</strong> your bet,
        a wrong one nothing.
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt>Chance to win</dt>
        <dd className="font-bold text-text">50 %</dd>
        <dt>Return</dt>
        <dd className="font-bold text-text">99.0 %</dd>
        <dt>Smallest bet</dt>
        <dd className="font-bold text-text">1 coin</dd>
      </dl>
      <p>
        Where 1.98 × is no whole number of coins, a second draw of the same
        round rounds it up or down, in proportion: the return is 99.0 % at every
        bet.
      </p>
      <p>
        Keys: <kbd>H</kbd> heads, <kbd>T</kbd> tails, <kbd>←</kbd> <kbd>→</kbd>{' '}
        choose, <kbd>Enter</kbd> flips again. Any of them skips the toss.
      </p>
    </div>
  )
}
