import type { ReactNode } from 'react'
import type {
  PaidPrizes,
  WeeklyMultiple,
  WeeklyReturn,
} from '#core/api/leaderboard.ts'
import { WEEKLY_PRIZES } from '#core/leaderboard/weekly-ranking.ts'
import { CoinAmount } from '../../components/coin-amount.tsx'
import { NewTabLink } from '../../components/new-tab-link.tsx'
import { Section } from '../../components/section.tsx'
import { classNames } from '../../lib/class-names.ts'
import { coinsText, formatCoins, formatMultiple } from '../../lib/format.ts'
import { pagePath } from '../../lib/page-path.ts'
import { playerName } from '../../session/player-name.ts'

interface Place {
  /** Null where the player is named no more. */
  player: string | null
  note: string
  figure: ReactNode
}

interface RankingProps {
  heading: string
  places: readonly Place[]
  /** Said where there is no place. */
  empty?: string
}

/** Places of a week in their order. */
export function Ranking({ heading, places, empty }: RankingProps) {
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

/** Ranks players by what came back of all they staked. */
export function returnPlace(one: WeeklyReturn, at: number): Place {
  const staked = `${coinsText(one.stake)} staked`
  const prize = WEEKLY_PRIZES[at]
  return {
    player: one.player,
    note: prize ? `${staked} · wins ${formatCoins(prize)}` : staked,
    figure: returnText(one),
  }
}

/** Ranks players by the bet that paid the most for each of its coins. */
export function multiplePlace(one: WeeklyMultiple): Place {
  const { player, gameType, stake, payout } = one
  return {
    player,
    note: `${gameType} · ${formatCoins(stake)} paid ${formatCoins(payout)}`,
    figure: <ProvenMultiple {...one} />,
  }
}

/** Places a player by the prize paid for a week. */
export function prizePlace(prize: PaidPrizes['prizes'][number]): Place {
  return {
    player: prize.player,
    note: `${coinsText(prize.stake)} staked, ${returnText(prize)}`,
    figure: <CoinAmount amount={prize.coins} />,
  }
}

/** The first place stands out. */
export function PlaceNumber({ number }: { number: number }) {
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
