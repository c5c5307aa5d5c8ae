import type { ComponentProps, ReactNode } from 'react'
import type { HiLoAnswer } from '#core/games/hi-lo/hi-lo-answer.ts'
import type { Guess } from '#core/games/hi-lo/hi-lo-guess.ts'
import {
  getNextWinnings,
  winningsSoFar,
} from '#core/games/hi-lo/hi-lo-position.ts'
import { Button } from '../../components/button.tsx'
import { formatCoins, payoutText } from '../../lib/format.ts'
import { useShortcut } from '../shared/use-game-keys.ts'
import { guessLabel, guessText } from './hi-lo-text.tsx'
import type { HiLoTable } from './use-hi-lo.ts'

type GuessPanelProps = HiLoTable & {
  /** The open round. */
  round: HiLoAnswer
}

/** The player's moves in an open round, with the payout of each. */
export function GuessPanel(props: GuessPanelProps) {
  const { round, isPlaying, skipCard, cashOut } = props
  const { betAmount, skipsLeft, legalActions } = round
  const hasWon = legalActions.includes('cashout')
  const payout = hasWon ? payoutText(winningsSoFar(round)) : '0'
  return (
    <div className="rubber-card grid gap-3 p-4">
      <dl className="grid grid-cols-2 gap-3">
        <Box name="Potential Win">{payout}</Box>
        <Box name="Current Bet">{formatCoins(betAmount)}</Box>
      </dl>
      <div className="grid grid-cols-2 gap-3">
        <GuessButton choice="higher" {...props} />
        <GuessButton choice="lower" {...props} />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <MoveButton
          variant="go"
          keys="C"
          pending={isPlaying}
          disabled={!hasWon}
          onClick={cashOut}
        >
          Cash Out <small>{hasWon ? `${payout} coins` : 'after a win'}</small>
        </MoveButton>
        <MoveButton
          keys="S"
          pending={isPlaying}
          disabled={!legalActions.includes('skip')}
          onClick={skipCard}
        >
          Skip <small>{skipsLeft} left</small>
        </MoveButton>
      </div>
    </div>
  )
}

function Box({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="well min-w-0 px-2 pt-1">
      <dt className="text-small text-soft">{name}</dt>
      <dd className="font-display text-lead font-semibold">{children}</dd>
    </div>
  )
}

function GuessButton(props: GuessPanelProps & { choice: Guess }) {
  const { choice, round, isPlaying, guess } = props
  const { currentCard, higherProbability, lowerProbability } = round
  const isHigher = choice === 'higher'
  const percent = isHigher ? higherProbability : lowerProbability
  const { value } = currentCard
  const tie = value === 'A' || value === 'K' ? '' : 'or same '
  return (
    <MoveButton
      variant={isHigher ? 'action' : 'danger'}
      keys={isHigher ? 'H ArrowUp' : 'L ArrowDown'}
      pending={isPlaying}
      title={`The next card is ${guessText(choice, currentCard)}`}
      onClick={() => guess(choice)}
    >
      <span>
        <span aria-hidden="true">{isHigher ? '▲' : '▼'} </span>
        {guessLabel(choice, currentCard)}
      </span>{' '}
      <small>{`${tie}${percent.toFixed(2)}\u00a0%`}</small>{' '}
      <small>pays {payoutText(getNextWinnings(choice, round))}</small>
    </MoveButton>
  )
}

type MoveButtonProps = ComponentProps<typeof Button> & { keys: string }

function MoveButton({ keys, ...button }: MoveButtonProps) {
  return (
    <Button
      {...button}
      aria-keyshortcuts={useShortcut(keys)}
      className="grid min-w-0 content-center justify-items-center gap-0 px-1 py-1.5 [&>small]:font-body [&>small]:text-[0.875rem] [&>small]:leading-[1.15] [&>small]:font-bold"
    />
  )
}
