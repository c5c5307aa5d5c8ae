import type { ReactNode } from 'react'
import type {
  PaidPrizes,
  WeeklyMultiple,
  WeeklyReturn,
  WeekStanding,
} from '#core/api/leaderboard.ts'
import { WEEKLY_PRIZES } from '#core/leaderboard/weekly-ranking.ts'
import { CoinAmount } from '../../components/coin-amount.tsx'
import { NewTabLink } from '../../components/new-tab-link.tsx'
import { Section } from '../../components/section.tsx'
import { classNames } from '../../lib/class-names.ts'
import { coinsText, formatCoins, formatMultiple } from '../../lib/format.ts'
import { pagePath } from '../../lib/page-path.ts'
import { playerName } from '../../session/player-name.ts'

/** Players by what came back of all they staked. */
export function ReturnRanking({
  byReturn,
  ...said
}: Pick<WeekStanding, 'byReturn'> & Said) {
  return (
    <Ranking {...said}>
      {byReturn.map((one, place) => (
        <Place
          key={one.player}
          number={place + 1}
          player={one.player}
          note={stakedNote(one, WEEKLY_PRIZES[place])}
          figure={returnText(one)}
        />
      ))}
    </Ranking>
  )
}

/** Players by the bet that paid the most for each of its coins. */
export function MultipleRanking({
  byMultiple,
  ...said
}: Pick<WeekStanding, 'byMultiple'> & Said) {
  return (
    <Ranking {...said}>
      {byMultiple.map((one, place) => (
        <Place
          key={one.player}
          number={place + 1}
          player={one.player}
          note={betNote(one)}
          figure={<ProvenMultiple {...one} />}
        />
      ))}
    </Ranking>
  )
}

/** Lists the prizes paid for a week. */
export function PrizeList({
  prizes,
  heading,
}: Pick<PaidPrizes, 'prizes'> & Said) {
  return (
    <Ranking heading={heading}>
      {prizes.map((prize, at) => (
        <Place
          // biome-ignore lint/suspicious/noArrayIndexKey: a place is its key.
          key={at}
          number={at + 1}
          player={prize.player}
          note={`${coinsText(prize.stake)} staked, ${returnText(prize)}`}
          figure={<CoinAmount amount={prize.coins} />}
        />
      ))}
    </Ranking>
  )
}

interface Said {
  heading: string
  /** Said where there is no place. */
  empty?: string
}

function Ranking({
  heading,
  empty,
  children,
}: Said & { children: ReactNode[] }) {
  return (
    <Section
      title={heading}
      level="h3"
      className="rubber-card overflow-hidden [&>h3]:px-5 [&>h3]:py-3"
    >
      {children.length === 0 ? (
        <p className="px-5 pb-5 text-soft">{empty}</p>
      ) : (
        <ol>{children}</ol>
      )}
    </Section>
  )
}

function Place(props: {
  number: number
  /** Null where the player is named no more. */
  player: string | null
  note: string
  figure: ReactNode
}) {
  const { number, player, note, figure } = props
  return (
    <li className="grid min-h-15 grid-cols-[2.25rem_minmax(0,1fr)_auto] items-center gap-x-3 border-outline border-t-2 px-5 py-1.5">
      <PlaceNumber number={number} />
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
  )
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

function betNote({ gameType, stake, payout }: WeeklyMultiple): string {
  return `${gameType} · ${formatCoins(stake)} paid ${formatCoins(payout)}`
}

const returnFormat = new Intl.NumberFormat('en-US', {
  style: 'percent',
  signDisplay: 'exceptZero',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})

function stakedNote({ stake }: WeeklyReturn, prize: number | undefined) {
  const staked = `${coinsText(stake)} staked`
  return prize ? `${staked} · wins ${formatCoins(prize)}` : staked
}

function returnText({
  stake,
  payout,
}: Pick<WeeklyReturn, 'stake' | 'payout'>): string {
  return returnFormat.format((payout - stake) / stake).replace('-', '\u2212')
}
