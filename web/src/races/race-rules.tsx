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
        One race for everyone. Bet on the winner and it pays{' '}
        <strong>{times} ×</strong> your bet; the others pay nothing.
      </p>
      <RuleFacts
        facts={[
          ['Chance of each horse', '25 %'],
          ['Return', returned],
        ]}
      />
      <p>
        Every {TICK_MS} ms, each horse advances by its own draw, 0.4 to 0.6 % of
        the track. The first to reach {FINISH_PERCENT} % wins. If two get there
        on the same tick, the one farther ahead wins.
      </p>
      <p>
        The draws come from a seed that is fixed before you bet, and from the
        hash of a block that no one knows before betting closes. If {times} ×
        isn’t a whole number of coins, one more draw rounds it up or down in
        proportion.
      </p>
      <KeyRules>
        <kbd>P</kbd> <kbd>T</kbd> <kbd>S</kbd> <kbd>R</kbd> choose a horse,{' '}
        <kbd>Enter</kbd> places the bet.
      </KeyRules>
    </div>
  )
}
