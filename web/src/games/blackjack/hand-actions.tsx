import type { Choice } from '#core/games/blackjack/blackjack-table.ts'
import { Button } from '../../components/button.tsx'
import type { ButtonVariant } from '../../components/button-class.ts'
import { formatCoins } from '../../lib/format.ts'

export type Move = Exclude<Choice, 'insurance'>

interface HandActionsProps {
  legal: readonly string[]
  priceOf: (move: Move) => number
  balance: number
  pending: boolean
  hasShortcuts: boolean
  onMove: (move: Move) => void
}

/**
 * What can be done with the hand. Hit is at the left edge and Stand at the
 * right one, whatever comes between: no finger finds another button there.
 */
export function HandActions({ legal, ...rest }: HandActionsProps) {
  const extras = (['double', 'split'] as const).filter((move) =>
    legal.includes(move),
  )
  return (['hit', ...extras, 'stand'] as const).map((move) => (
    <MoveButton
      key={move}
      move={move}
      isLegal={legal.includes(move)}
      {...rest}
    />
  ))
}

type MoveButtonProps = Omit<HandActionsProps, 'legal'> & {
  move: Move
  isLegal: boolean
}

function MoveButton(props: MoveButtonProps) {
  const { move, isLegal, priceOf, balance, pending, hasShortcuts } = props
  const { label, key, variant } = faces[move]
  const price = priceOf(move)
  const isShort = price > balance
  return (
    <Button
      variant={variant}
      size="large"
      className="hand-action"
      data-extra={price > 0 || undefined}
      disabled={!isLegal || isShort}
      pending={pending}
      aria-keyshortcuts={hasShortcuts ? key : undefined}
      onClick={() => props.onMove(move)}
    >
      <span>{label}</span>
      {price > 0 && <small>+{formatCoins(price)}</small>}
      {isShort && <span className="sr-only">, too few coins</span>}
    </Button>
  )
}

const faces = {
  hit: { label: 'Hit', key: 'H', variant: 'go' },
  stand: { label: 'Stand', key: 'S', variant: 'action' },
  double: { label: 'Double', key: 'D', variant: 'plain' },
  split: { label: 'Split', key: 'P', variant: 'plain' },
} as const satisfies Record<
  Move,
  { label: string; key: string; variant: ButtonVariant }
>
