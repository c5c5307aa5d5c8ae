import { SMALLEST_BET } from '#core/money/bet-limits.ts'
import { coinsText } from '../../lib/format.ts'
/** How the game goes and what it pays, one tap away. */
export function BlackjackRules() {
  return (
    <div className="grid gap-2">
      <p>
        Come closer to 21 than the dealer, and not above it. Aces count 11 or 1,
        pictures 10. Every card is drawn from a full, fresh deck.
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt>Blackjack</dt>
        <dd className="font-bold text-text">pays 3:2</dd>
        <dt>Win</dt>
        <dd className="font-bold text-text">pays 1:1</dd>
        <dt>Insurance</dt>
        <dd className="font-bold text-text">pays 2:1</dd>
        <dt>Dealer</dt>
        <dd className="font-bold text-text">stands on every 17</dd>
        <dt>Return</dt>
        <dd className="font-bold text-text">99.43 % at best play</dd>
        <dt>Smallest bet</dt>
        <dd className="font-bold text-text">{coinsText(SMALLEST_BET)}</dd>
      </dl>
      <p>
        <strong>Double:</strong> twice the bet and one card more, with any two
        cards. <strong>Split:</strong> once, two cards that count the same; aces
        get one card each. A 21 after it is no blackjack.
      </p>
      <p>
        <strong>Insurance:</strong> a side bet of half your stake (rounded down)
        that the dealer's ace makes a blackjack. On average it costs 1/13 of its
        price.
      </p>
      <p>
        A hand that you leave waits for you. After 7 days it stands by itself.
      </p>
      <p>
        Keys: <kbd>H</kbd> hit, <kbd>S</kbd> stand, <kbd>D</kbd> double,{' '}
        <kbd>P</kbd> split, <kbd>I</kbd> insurance, <kbd>N</kbd> none,{' '}
        <kbd>Enter</kbd> or <kbd>Space</kbd> deals. All of them and{' '}
        <kbd>Esc</kbd> skip to the end of what is dealt. The menu has a switch
        that turns them off.
      </p>
    </div>
  )
}
