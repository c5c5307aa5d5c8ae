import type { ReactNode } from 'react'
import type { HiLoAnswer } from '#core/games/hi-lo/hi-lo-answer.ts'
import type { Guess } from '#core/games/hi-lo/hi-lo-guess.ts'
import { worthAfter, worthSoFar } from '#core/games/hi-lo/hi-lo-prospect.ts'
import type { Ratio } from '#core/money/fair-rounding.ts'
import { Button } from '../../components/button.tsx'
import { shortcuts } from '../../domain/play/shortcuts.ts'
import { coinsText, formatCoins } from '../../lib/format.ts'
import { useRemembered } from '../../lib/remembered.ts'
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
  const worth = hasWon ? sureCoins(worthSoFar(round)) : 0
  return (
    <div className="rubber-card grid gap-3 p-4">
      <dl className="grid grid-cols-2 gap-3">
        <Box name="Potential Win">{formatCoins(worth)}</Box>
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
          Cash Out <small>{hasWon ? coinsText(worth) : 'after a win'}</small>
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
      <dd className="truncate font-display text-lead font-semibold">
        {children}
      </dd>
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
  const worth = sureCoins(worthAfter(choice, round))
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
      <small>{`${tie}${percent.toFixed(2)} %`}</small>{' '}
      <small>makes {formatCoins(worth)}</small>
    </Button>
  )
}

function useShortcut(keys: string): string | undefined {
  return useRemembered(shortcuts) === 'on' ? keys : undefined
}

/** Whole coins that a cash-out pays; a draw may add one for the fraction. */
function sureCoins({ numerator, denominator }: Ratio): number {
  return Number(numerator / denominator)
}
