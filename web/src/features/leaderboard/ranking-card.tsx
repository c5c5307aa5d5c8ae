import { type ReactNode, useId } from 'react'
import type {
  WeeklyMultiple,
  WeeklyReturn,
  WeekStanding,
} from '#core/schemas/leaderboard.ts'
import { playerName } from '../../domain/session/player-name.ts'
import { coinsText, formatCoins, formatMultiple } from '../../lib/format.ts'
import { pagePath } from '../../lib/page-path.ts'

/** Players by what came back of all they staked. */
export function ReturnRanking({
  heading,
  byReturn,
}: Pick<WeekStanding, 'byReturn'> & { heading: string }) {
  return (
    <Ranking heading={heading} isEmpty={byReturn.length === 0}>
      {byReturn.map((one, place) => (
        <Place
          key={one.player}
          number={place + 1}
          player={one.player}
          note={`${coinsText(one.stake)} staked`}
          figure={returnText(one)}
        />
      ))}
    </Ranking>
  )
}

/** Players by the bet that paid the most for each of its coins. */
export function MultipleRanking({
  heading,
  byMultiple,
}: Pick<WeekStanding, 'byMultiple'> & { heading: string }) {
  return (
    <Ranking heading={heading} isEmpty={byMultiple.length === 0}>
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

function Ranking(props: {
  heading: string
  isEmpty: boolean
  children: ReactNode
}) {
  const { heading, isEmpty, children } = props
  const id = useId()
  return (
    <section aria-labelledby={id} className="rubber-card overflow-hidden">
      <h3 id={id} className="px-5 py-3 text-lead">
        {heading}
      </h3>
      {isEmpty ? (
        <p className="px-5 pb-5 text-soft">Nobody yet.</p>
      ) : (
        <ol>{children}</ol>
      )}
    </section>
  )
}

function Place(props: {
  number: number
  player: string
  note: string
  figure: ReactNode
}) {
  const { number, player, note, figure } = props
  return (
    <li className="leaderboard-place">
      <span className="leaderboard-number">{number}</span>
      <div className="min-w-0">
        <p className="truncate font-display font-semibold">
          {playerName(player)}
        </p>
        <p className="text-small text-soft">{note}</p>
      </div>
      <span className="font-display font-semibold text-lead tabular-nums">
        {figure}
      </span>
    </li>
  )
}

function ProvenMultiple({ player, betId, ...bet }: WeeklyMultiple) {
  return (
    <a
      href={pagePath(`/verify/${betId}`)}
      target="_blank"
      rel="noreferrer"
      aria-label={`${formatMultiple(bet)}, proof of the bet of ${playerName(player)}`}
      className="text-link inline-flex min-h-11 items-center"
    >
      {formatMultiple(bet)}
    </a>
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

function returnText({ stake, payout }: WeeklyReturn): string {
  return returnFormat.format((payout - stake) / stake).replace('-', '\u2212')
}
