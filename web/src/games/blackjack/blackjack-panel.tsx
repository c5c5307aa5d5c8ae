import type { ComponentProps } from 'react'
import type { BlackjackAnswer } from '#core/games/blackjack/blackjack-answer.ts'
import { getBlackjackPayout } from '#core/games/blackjack/blackjack-settlement.ts'
import { type Choice, getPrice } from '#core/games/blackjack/blackjack-table.ts'
import type { Coins } from '#core/money/coins.ts'
import { Button } from '../../components/button.tsx'
import { coinsText, formatCoins, payoutText } from '../../lib/format.ts'
import { BetAction, BetPanel } from '../shared/bet-panel.tsx'
import type { Bet } from '../shared/use-bet.ts'
import { useShortcut } from '../shared/use-game-keys.ts'
import { useKeptFocus } from '../shared/use-kept-focus.ts'
import type { BlackjackGame } from './use-blackjack.ts'

type BlackjackPanelProps = BlackjackGame & {
  bet: Bet
  onMove: (move: Choice) => void
}

/** The bet and Deal between hands; the moves while one is open. */
export function BlackjackPanel(props: BlackjackPanelProps) {
  const { bet, hand, isOpen, isPlaying, isLoading, isInsuranceOffered } = props
  const group = useKeptFocus<HTMLFieldSetElement>(
    `${isOpen} ${isInsuranceOffered}`,
  )
  const open = isOpen ? hand : undefined
  return (
    <BetPanel
      bet={bet}
      inPlay={open?.betAmount ?? (isPlaying ? bet.amount : undefined)}
      hint={(amount) => {
        if (isInsuranceOffered)
          return 'It pays 2:1 if the dealer has a blackjack'
        return open ? openHint(open, bet.balance) : dealHint(amount)
      }}
    >
      <fieldset
        {...group}
        aria-label="Your move"
        className="flex min-w-0 flex-1 gap-2 rounded-toy"
      >
        {open && isInsuranceOffered && (
          <InsuranceOffer {...props} hand={open} />
        )}
        {open && !isInsuranceOffered && <HandActions {...props} hand={open} />}
        {!open && (
          <BetAction
            bet={bet}
            pending={isPlaying || isLoading}
            onBet={props.deal}
          >
            Deal
          </BetAction>
        )}
      </fieldset>
    </BetPanel>
  )
}

function dealHint(amount: Coins): string {
  const natural = payoutText(getBlackjackPayout(amount))
  return `A win pays ${formatCoins(2 * amount)}, a blackjack ${natural} coins`
}

function openHint(hand: BlackjackAnswer, balance: number): string {
  const extras = getExtras(hand)
  if (extras.length === 0) return 'Get closer to 21 than the dealer'
  const moves = extras.join(' or ')
  const price = getPrice(hand, 'double')
  return price > balance
    ? `Not enough coins to ${moves}: you need ${formatCoins(price)}`
    : `A ${moves} costs another ${coinsText(price)}`
}

function getExtras({ legalActions }: BlackjackAnswer) {
  return (['double', 'split'] as const).filter((move) =>
    legalActions.includes(move),
  )
}

type HandProps = BlackjackPanelProps & { hand: BlackjackAnswer }

/** Offers insurance under the dealer's ace, before the first move. */
function InsuranceOffer(props: HandProps) {
  const { hand, bet, isPlaying, declineInsurance, onMove } = props
  const price = getPrice(hand, 'insurance')
  const isShort = price > bet.balance
  return (
    <fieldset
      aria-label="Insurance"
      className="flex min-w-0 flex-1 items-center gap-2"
    >
      <p className="flex-[1.5] leading-[1.2]">
        {isShort
          ? `Not enough coins for insurance: ${coinsText(price)}`
          : `Insurance for ${coinsText(price)}?`}
      </p>
      <HandButton
        shortcut="I"
        variant="go"
        disabled={isShort}
        pending={isPlaying}
        onClick={() => onMove('insurance')}
      >
        Yes
      </HandButton>
      <HandButton shortcut="N" pending={isPlaying} onClick={declineInsurance}>
        No
      </HandButton>
    </fieldset>
  )
}

/**
 * The moves. Hit is always at the left edge and Stand at the right one, so that
 * repeated taps never press another button.
 */
function HandActions({ hand, bet, isPlaying, onMove }: HandProps) {
  return (['hit', ...getExtras(hand), 'stand'] as const).map((move) => {
    const { label, shortcut, variant } = MOVES[move]
    const price = getPrice(hand, move)
    const isShort = price > bet.balance
    return (
      <HandButton
        key={move}
        shortcut={shortcut}
        variant={variant}
        data-extra={price > 0 || undefined}
        disabled={isShort || !hand.legalActions.includes(move)}
        pending={isPlaying}
        onClick={() => onMove(move)}
      >
        <span>{label}</span>
        {price > 0 && (
          <small className="text-[0.875rem] font-medium">
            +{formatCoins(price)}
          </small>
        )}
        {isShort && <span className="sr-only">, not enough coins</span>}
      </HandButton>
    )
  })
}

const MOVES = {
  hit: { label: 'Hit', shortcut: 'H', variant: 'go' },
  stand: { label: 'Stand', shortcut: 'S', variant: 'action' },
  double: { label: 'Double', shortcut: 'D', variant: 'plain' },
  split: { label: 'Split', shortcut: 'P', variant: 'plain' },
} as const

type HandButtonProps = ComponentProps<typeof Button> & { shortcut: string }

function HandButton({ shortcut, ...button }: HandButtonProps) {
  return (
    <Button
      {...button}
      size="large"
      aria-keyshortcuts={useShortcut(shortcut)}
      className="min-w-0 flex-1 flex-col gap-[0.1rem] px-1 text-[length:var(--text-lead)] data-extra:text-[length:var(--text-base)]"
    />
  )
}
