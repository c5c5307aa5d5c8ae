import type { ReactNode } from 'react'
import {
  CONFIRM_WITHIN,
  OVERROUND,
  PRICES_FRESH_MS,
  START_WITHIN_MS,
} from '#core/sports/terms.ts'
import { Card } from '../components/card.tsx'
import { pagePath } from '../lib/page-path.ts'
import { SeasonSeeds } from './shared/season-seeds.tsx'

const MINUTE_MS = 60_000
const freshMinutes = PRICES_FRESH_MS.pregame / MINUTE_MS
const freshSeconds = PRICES_FRESH_MS.live / 1_000
const startHours = START_WITHIN_MS / (60 * MINUTE_MS)
const confirmPercent = CONFIRM_WITHIN * 100
const overround = (OVERROUND * 100).toFixed(1)
const returned = (100 / (1 + OVERROUND)).toFixed(1)

/** /sports/rules, for everyone: the same rules as docs/rules.md. */
export function SportsRulesPage() {
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-5">
      <header>
        <h1 className="text-display">Settlement rules</h1>
        <p className="mt-2 text-soft">
          How bets on NBA games are accepted, settled and refunded. Coins are
          play money. <a href={pagePath('/sports/games')}>See the games</a>
        </p>
      </header>
      <Rules title="What you bet on">
        <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr] [&>dt]:font-bold">
          <dt>Moneyline</dt>
          <dd>Who wins.</dd>
          <dt>Spread</dt>
          <dd>
            Who wins after the line is added to a team's points: “Boston Celtics
            -3.5” pays if they win by 4 points or more.
          </dd>
          <dt>Total</dt>
          <dd>Whether both teams together score over or under the line.</dd>
        </dl>
        <p>
          Odds are American: +150 wins 150 on a bet of 100, and -150 needs a bet
          of 150 to win 100. The switch above the games shows decimal odds: what
          one coin returns if it wins, itself included.
        </p>
      </Rules>
      <Rules title="What a bet pays">
        <p>
          A winning bet returns your stake plus the win, which is rounded down
          to a whole coin. Bets are only accepted at the odds you saw. If the
          odds have moved, you are asked first.
        </p>
      </Rules>
      <Rules title="When it is settled">
        <ul className="grid list-disc gap-2 pl-5">
          <li>By the final score, overtime included.</li>
          <li>
            If the score lands exactly on the line, your stake is returned: a
            push. The same goes for a game that is cancelled.
          </li>
          <li>
            If a game has not started {startHours} hours after the start shown
            when you bet, your stake is returned, even if it is played later.
          </li>
          <li>
            If the feed or an operator corrects a score later, bets are settled
            again: the difference is paid, or taken back as far as your balance
            allows. The bet's evidence shows who decided what, and why.
          </li>
        </ul>
      </Rules>
      <Rules title="When betting is closed">
        <ul className="grid list-disc gap-2 pl-5">
          <li>
            When odds are older than {freshMinutes} minutes, or {freshSeconds}{' '}
            seconds for a live game.
          </li>
          <li>From a game's scheduled start until the feed reports it live.</li>
          <li>
            All pending bets together, and those of one player, may only cost
            the house a share of its balance. A larger bet is refused, and the
            message names the largest one that is possible.
          </li>
        </ul>
      </Rules>
      <Rules title="Live bets">
        <p>
          A live bet waits for the next odds. It counts if the same bookmaker
          still offers the same line and the chance implied by the odds has
          moved by less than {confirmPercent} %, in either direction. Otherwise,
          or if the game ends first, your stake is returned.
        </p>
      </Rules>
      <Rules title="Simulated seasons">
        <p>
          Without a feed of real games the casino simulates seasons and says so.
          Three bookmakers price them with an overround of {overround} %, so a
          bet returns about {returned} % on average. A season follows from a
          secret seed whose hash is published at its start. Until it ends, only
          the operator could read the seed.
        </p>
        <div className="text-soft">
          <SeasonSeeds />
        </div>
      </Rules>
      <Rules title="Evidence, not proof">
        <p>
          No seeds decide a basketball game, so there is nothing to replay. Each
          bet's page shows its price, when the feed reported it, and the score
          that settled it. Compare that with a source you trust.
        </p>
      </Rules>
    </div>
  )
}

function Rules({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <h2 className="text-title">{title}</h2>
      <div className="mt-3 grid gap-3">{children}</div>
    </Card>
  )
}
