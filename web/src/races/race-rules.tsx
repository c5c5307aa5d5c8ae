import { horses } from '#core/race/horses.ts'
import { FINISH_PERCENT, TICK_MS } from '#core/race/race.ts'
import { PAYOUT_HUNDREDTHS } from '#core/race/race-bet.ts'
import { KeyRules, RuleFacts } from '../games/shared/game-table.tsx'

const times = (PAYOUT_HUNDREDTHS / 100).toFixed(1)
const returned = `${(PAYOUT_HUNDREDTHS / horses.length).toFixed(0)} %`

/** Explains what a race pays and how it is decided. */
export function RaceRules() {
  return (
    <div className="grid gap-2">
      <p>
        One race for everybody. Bet on the horse that wins: it pays{' '}
        <strong>{times} ×</strong> your bet, the others nothing.
      </p>
      <RuleFacts
        facts={[
          ['Chance of each horse', '25 %'],
          ['Return', returned],
        ]}
      />
      <p>
        Every {TICK_MS} ms each horse moves on by a draw of its own, 0.4 to 0.6
        % of the course. The first at {FINISH_PERCENT} % wins; of two that get
        there on the same tick, the one that is farther.
      </p>
      <p>
        The draws come from a seed that is fixed before you bet, and from the
        hash of a block that nobody knows before betting has closed. Where{' '}
        {times} × is no whole number of coins, one more draw rounds it up or
        down, in proportion.
      </p>
      <KeyRules>
        <kbd>P</kbd> <kbd>T</kbd> <kbd>S</kbd> <kbd>R</kbd> choose a horse,{' '}
        <kbd>Enter</kbd> places the bet.
      </KeyRules>
    </div>
  )
}
