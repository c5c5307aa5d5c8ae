import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import {
  type LeaderboardAnswer,
  type PaidPrizes,
  readLeaderboard,
  type WeeklyMultiple,
  type WeeklyReturn,
} from '#core/api/leaderboard.ts'
import {
  prizeTime,
  RANKED_STAKE_MIN,
  WEEKLY_PRIZES,
  weekEnd,
} from '#core/leaderboard/weekly-ranking.ts'
import { Bendy } from '../../components/bendy.tsx'
import { buttonClass } from '../../components/button-class.ts'
import { CoinAmount } from '../../components/coin-amount.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { NewTabLink } from '../../components/new-tab-link.tsx'
import { Section } from '../../components/section.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { call } from '../../lib/call.ts'
import { classNames } from '../../lib/class-names.ts'
import {
  coinsText,
  formatCoins,
  formatDay,
  formatGameTime,
  formatMultiple,
} from '../../lib/format.ts'
import { pagePath } from '../../lib/page-path.ts'
import { useAuth } from '../../session/auth.tsx'
import { playerName } from '../../session/player-name.ts'
import { SignInLink } from '../../session/sign-in-link.tsx'
import { ParticipationChoice } from './participation-choice.tsx'

/** /leaderboard */
export function LeaderboardPage() {
  const { data, isError, refetch } = useQuery({
    queryKey: [readLeaderboard.path],
    queryFn: () => call(readLeaderboard),
    refetchInterval: 10_000,
    refetchOnMount: 'always',
  })
  return (
    <div className="mx-auto grid w-full max-w-[72rem] grid-cols-[minmax(0,1fr)] gap-5">
      <header>
        <h1 className="text-display max-sm:text-title">Leaderboard</h1>
        <p className="text-soft">
          Every week, the three players with the best return share{' '}
          {coinsText(WEEKLY_PRIZES.reduce((sum, prize) => sum + prize, 0))}.
          Only players who join are named.
        </p>
        <Prizes />
        <p>Stake at least {coinsText(RANKED_STAKE_MIN)} to qualify.</p>
      </header>
      <Participation />
      {data && <Weeks {...data} />}
      {!data && !isError && <Skeleton className="h-96" />}
      {!data && isError && (
        <LoadFailure className="rubber-card p-5" onRetry={refetch}>
          The leaderboard could not be loaded. We’ll keep trying.
        </LoadFailure>
      )}
    </div>
  )
}

/** Lists the prizes of the first places. */
function Prizes() {
  return (
    <ol
      aria-label="Weekly prizes"
      className="mt-3 flex flex-wrap gap-x-5 gap-y-2 max-[29.99rem]:grid max-[29.99rem]:grid-cols-3"
    >
      {WEEKLY_PRIZES.map((coins, at) => (
        <li
          key={coins}
          className="flex items-center gap-2 font-display font-semibold text-(length:--text-lead) max-[29.99rem]:flex-col max-[29.99rem]:gap-1"
        >
          <PlaceNumber number={at + 1} />
          <CoinAmount amount={coins} />
        </li>
      ))}
    </ol>
  )
}

function Participation() {
  const { user } = useAuth()
  return (
    <div className="rubber-card p-4">
      {user ? (
        <ParticipationChoice key={user.id} player={user.id} />
      ) : (
        <p>
          <SignInLink className="text-link">Sign in</SignInLink> to take part.
        </p>
      )}
    </div>
  )
}

function Weeks({ thisWeek, lastWeek, paid }: LeaderboardAnswer) {
  const startMs = Date.parse(thisWeek.from)
  const end = new Date(weekEnd(startMs)).toISOString()
  const paidAt = new Date(prizeTime(startMs)).toISOString()
  const isEmpty = thisWeek.byReturn.length + thisWeek.byMultiple.length === 0
  return (
    <>
      <section aria-labelledby="this-week" className="grid gap-3">
        <div>
          <h2 id="this-week" className="text-title">
            This week
          </h2>
          <p className="text-small text-soft">
            Ends {formatGameTime(end)} your time. The top three by return are
            paid automatically an hour later, {formatGameTime(paidAt)}.
          </p>
        </div>
        {isEmpty ? (
          <EmptyWeek />
        ) : (
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,24rem),1fr))] items-start gap-5">
            <Ranking
              heading="By return"
              places={thisWeek.byReturn.map(returnPlace)}
              empty={`No one has staked ${coinsText(RANKED_STAKE_MIN)} yet. All three prizes are up for grabs.`}
            />
            <Ranking
              heading="By single bet"
              places={thisWeek.byMultiple.map(multiplePlace)}
              empty="No bet has paid more than its stake yet."
            />
          </div>
        )}
      </section>
      <LastWeek lastWeek={lastWeek} paid={paid} />
    </>
  )
}

function EmptyWeek() {
  return (
    <div className="rubber-card grid place-items-center gap-3 p-6 text-center">
      <Bendy mood="waiting" className="w-32" />
      <p className="font-display text-lead font-semibold">
        No one has qualified yet. Every prize is up for grabs.
      </p>
      <p className="text-soft">
        Stake {coinsText(RANKED_STAKE_MIN)} this week to qualify.
      </p>
      <Link to={pagePath('/slots')} className={buttonClass('action')}>
        Play a round
      </Link>
    </div>
  )
}

function LastWeek({
  lastWeek,
  paid,
}: Pick<LeaderboardAnswer, 'lastWeek' | 'paid'>) {
  const prizes = paid?.prizes ?? []
  const { byMultiple } = lastWeek
  if (prizes.length + byMultiple.length === 0) return null
  return (
    <Section
      title="Last week's winners"
      size="text-title"
      className="grid gap-3"
    >
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,24rem),1fr))] items-start gap-5">
        {paid && prizes.length > 0 && (
          <Ranking
            heading={`Prizes, week of ${formatDay(paid.from)}`}
            places={prizes.map(prizePlace)}
          />
        )}
        {byMultiple.length > 0 && (
          <Ranking
            heading="Biggest multiplier"
            places={byMultiple.map(multiplePlace)}
          />
        )}
      </div>
    </Section>
  )
}

type Place = {
  /** Null if the player has left the leaderboard. */
  player: string | null
  note: string
  figure: ReactNode
}

type RankingProps = {
  heading: string
  places: readonly Place[]
  /** Shown when there are no places. */
  empty?: string
}

/** Places of a week in their order. */
function Ranking({ heading, places, empty }: RankingProps) {
  return (
    <Section
      title={heading}
      level="h3"
      className="rubber-card overflow-hidden [&>h3]:px-5 [&>h3]:py-3"
    >
      {places.length === 0 && <p className="px-5 pb-5 text-soft">{empty}</p>}
      <ol className="empty:hidden">
        {places.map(({ player, note, figure }, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a place is its key.
            key={at}
            className="grid min-h-15 grid-cols-[2.25rem_minmax(0,1fr)_auto] items-center gap-x-3 border-outline border-t-2 px-5 py-1.5"
          >
            <PlaceNumber number={at + 1} />
            <div className="min-w-0">
              <p className="truncate font-display font-semibold">
                {player === null ? 'A player' : playerName(player)}
              </p>
              <p className="text-small text-soft">{note}</p>
            </div>
            <span className="font-display font-semibold text-lead tabular-nums">
              {figure}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** Ranks players by their return: payouts over stakes. */
function returnPlace(one: WeeklyReturn, at: number): Place {
  const staked = `${coinsText(one.stake)} staked`
  const prize = WEEKLY_PRIZES[at]
  return {
    player: one.player,
    note: prize ? `${staked} · wins ${formatCoins(prize)}` : staked,
    figure: returnText(one),
  }
}

/** Ranks players by their bet with the highest multiple. */
function multiplePlace(one: WeeklyMultiple): Place {
  const { player, gameType, stake, payout } = one
  return {
    player,
    note: `${gameType} · ${formatCoins(stake)} paid ${formatCoins(payout)}`,
    figure: <ProvenMultiple {...one} />,
  }
}

/** Places players by the prize paid for a week. */
function prizePlace(prize: PaidPrizes['prizes'][number]): Place {
  return {
    player: prize.player,
    note: `${coinsText(prize.stake)} staked, ${returnText(prize)}`,
    figure: <CoinAmount amount={prize.coins} />,
  }
}

/** Highlights the first place. */
function PlaceNumber({ number }: { number: number }) {
  return (
    <span
      className={classNames(
        'grid size-9 place-items-center rounded-pill border-3 border-outline font-display font-semibold',
        number === 1 ? 'bg-sun text-on-toy' : 'bg-raised',
      )}
    >
      {number}
    </span>
  )
}

function ProvenMultiple({ player, betId, ...bet }: WeeklyMultiple) {
  return (
    <NewTabLink
      href={pagePath(`/verify/${betId}`)}
      aria-label={`${formatMultiple(bet)}, proof of the bet of ${playerName(player)}`}
      className="text-link inline-flex min-h-11 items-center"
    >
      {formatMultiple(bet)}
    </NewTabLink>
  )
}

const returnFormat = new Intl.NumberFormat('en-US', {
  style: 'percent',
  signDisplay: 'exceptZero',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

function returnText({
  stake,
  payout,
}: Pick<WeeklyReturn, 'stake' | 'payout'>): string {
  return returnFormat.format((payout - stake) / stake).replace('-', '\u2212')
}
