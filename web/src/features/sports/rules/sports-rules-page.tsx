import type { ReactNode } from 'react'
import {
  CONFIRM_WITHIN,
  OVERROUND,
  PRICES_FRESH_MS,
  START_WITHIN_MS,
} from '#core/sports/terms.ts'
import { Card } from '../../../components/card.tsx'
import { SeasonSeeds } from '../../../domain/sports/season-seeds.tsx'
import { pagePath } from '../../../lib/page-path.ts'

const MINUTE_MS = 60_000
const freshMinutes = PRICES_FRESH_MS.pregame / MINUTE_MS
const freshSeconds = PRICES_FRESH_MS.live / 1_000
const startHours = START_WITHIN_MS / (60 * MINUTE_MS)
const confirmPercent = CONFIRM_WITHIN * 100
const overround = (OVERROUND * 100).toFixed(1)
const returned = (100 / (1 + OVERROUND)).toFixed(1)

/** /sports/rules, for everybody: the facts that docs/rules.md has too. */
export function SportsRulesPage() {
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-5">
      <header>
        <h1 className="text-display">Settlement rules</h1>
        <p className="mt-2 text-soft">
          How bets on NBA games are taken, settled and given back. Coins are
          play money. <a href={pagePath('/sports/games')}>See the games</a>
        </p>
      </header>
      <Rules title="What you bet on">
        <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr] [&>dt]:font-bold">
          <dt>Moneyline</dt>
          <dd>Who wins.</dd>
          <dt>Spread</dt>
          <dd>
            Who wins once the points of the line are added to the team: “Boston
            Celtics -3.5” wins by 4 points or more.
          </dd>
          <dt>Total</dt>
          <dd>Over or under so many points of both teams together.</dd>
        </dl>
        <p>
          Odds are American: +150 gains 150 on a bet of 100, -150 asks 150 for a
          gain of 100. The switch above the games shows them as decimals: what a
          coin comes to if it wins, itself included.
        </p>
      </Rules>
      <Rules title="What a bet pays">
        <p>
          A bet that wins pays the stake and its gain, the gain rounded down to
          a whole coin. A bet is only taken at the odds that you saw: where they
          have moved, you are asked first.
        </p>
      </Rules>
      <Rules title="When it is settled">
        <ul className="grid list-disc gap-2 pl-5">
          <li>By the final score, overtime included.</li>
          <li>
            A score that meets the line gives the stake back: a push. So does a
            game that is called off.
          </li>
          <li>
            So does a game that has not begun {startHours} hours after the start
            that the bet was taken with, also when it is played later.
          </li>
          <li>
            A score that is corrected later, by the feed or by an operator,
            settles the bets anew: the difference is paid, or taken back as far
            as you still have it. The bet's evidence shows who decided what, and
            why.
          </li>
        </ul>
      </Rules>
      <Rules title="When no bets are taken">
        <ul className="grid list-disc gap-2 pl-5">
          <li>
            Odds older than {freshMinutes} minutes take none, those of a live
            game after {freshSeconds} seconds.
          </li>
          <li>
            From its start by our clock, a game takes none until the feed calls
            it live.
          </li>
          <li>
            All pending bets together, and those of one player, may cost the
            house only a share of what it has. A bet beyond that is refused, and
            the answer names the largest one that would do.
          </li>
        </ul>
      </Rules>
      <Rules title="Live bets">
        <p>
          A live bet waits for the next odds. It stands when the same bookmaker
          still has it at the same line, within {confirmPercent} % of the chance
          that its odds imply, in either direction. Else, or when the game is
          over first, the stake comes back.
        </p>
      </Rules>
      <Rules title="Simulated seasons">
        <p>
          Without a feed of real games the house plays seasons of its own, and
          says so. Three bookmakers price them with an overround of {overround}{' '}
          %: a bet returns some {returned} % on average. A season follows from a
          secret seed whose hash is out from its start; who runs the house could
          read the seed before.
        </p>
        <div className="text-soft">
          <SeasonSeeds />
        </div>
      </Rules>
      <Rules title="Evidence, not proof">
        <p>
          No seeds decide a game of basketball, so there is nothing to replay.
          Each bet's page shows the price it was taken at, when the feed gave
          it, and the score that settled it: compare that with a source you
          trust.
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
