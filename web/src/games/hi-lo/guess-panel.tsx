import type { ReactNode } from 'react'
import type { HiLoAnswer } from '#core/games/hi-lo/hi-lo-answer.ts'
import type { Guess } from '#core/games/hi-lo/hi-lo-guess.ts'
import {
  winningsAfter,
  winningsSoFar,
} from '#core/games/hi-lo/hi-lo-position.ts'
import type { Ratio } from '#core/money/fair-rounding.ts'
import { Button } from '../../components/button.tsx'
import { formatCoins } from '../../lib/format.ts'
import { useRemembered } from '../../lib/remembered.ts'
import { shortcuts } from '../shared/shortcuts.ts'
import { guessLabel, guessStory } from './guess-labels.ts'

interface GuessPanelProps {
  /** The open round. */
  round: HiLoAnswer
  isPlaying: boolean
  guess: (choice: Guess) => void
  skipCard: () => void
  cashOut: () => void
}

/** What the player can do while a round is open, and what each would bring. */
export function GuessPanel(props: GuessPanelProps) {
  const { round, isPlaying, skipCard, cashOut } = props
  const { betAmount, skipsLeft, legalActions } = round
  const hasWon = legalActions.includes('cashout')
  const worth = hasWon ? payoutText(winningsSoFar(round)) : '0'
  return (
    <div className="rubber-card grid gap-3 p-4">
      <dl className="grid grid-cols-2 gap-3">
        <Box name="Potential Win">{worth}</Box>
        <Box name="Current Bet">{formatCoins(betAmount)}</Box>
      </dl>
      <div className="grid grid-cols-2 gap-3">
        <GuessButton choice="higher" {...props} />
        <GuessButton choice="lower" {...props} />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <Button
          variant="go"
          className="move-button"
          pending={isPlaying}
          disabled={!hasWon}
          aria-keyshortcuts={useShortcut('C')}
          onClick={cashOut}
        >
          Cash Out <small>{hasWon ? `${worth} coins` : 'after a win'}</small>
        </Button>
        <Button
          className="move-button"
          pending={isPlaying}
          disabled={!legalActions.includes('skip')}
          aria-keyshortcuts={useShortcut('S')}
          onClick={skipCard}
        >
          Skip <small>{skipsLeft} left</small>
        </Button>
      </div>
    </div>
  )
}

function Box({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="well hi-lo-box">
      <dt className="text-small text-soft">{name}</dt>
      <dd className="font-display text-lead font-semibold">{children}</dd>
    </div>
  )
}

type GuessButtonProps = Pick<
  GuessPanelProps,
  'round' | 'isPlaying' | 'guess'
> & {
  choice: Guess
}

function GuessButton({ choice, round, isPlaying, guess }: GuessButtonProps) {
  const { currentCard, higherProbability, lowerProbability } = round
  const isHigher = choice === 'higher'
  const percent = isHigher ? higherProbability : lowerProbability
  const worth = payoutText(winningsAfter(choice, round))
  const { value } = currentCard
  const tie = value === 'A' || value === 'K' ? '' : 'or same '
  return (
    <Button
      variant={isHigher ? 'action' : 'danger'}
      className="move-button guess-button"
      pending={isPlaying}
      title={`The next card is ${guessStory(choice, currentCard)}`}
      aria-keyshortcuts={useShortcut(isHigher ? 'H ArrowUp' : 'L ArrowDown')}
      onClick={() => guess(choice)}
    >
      <span>
        <span aria-hidden="true">{isHigher ? '▲' : '▼'} </span>
        {guessLabel(choice, currentCard)}
      </span>{' '}
      <small>{`${tie}${percent.toFixed(2)}\u00a0%`}</small>{' '}
      <small>pays {worth}</small>
    </Button>
  )
}

function useShortcut(keys: string): string | undefined {
  return useRemembered(shortcuts) === 'on' ? keys : undefined
}

/** States both payouts where a draw rounds a fraction: 16 or 17. */
function payoutText({ numerator, denominator }: Ratio): string {
  const least = Number(numerator / denominator)
  const isWhole = numerator % denominator === 0n
  const more = isWhole ? '' : ` or ${formatCoins(least + 1)}`
  return `${formatCoins(least)}${more}`
}
