import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { User } from '#core/api/account.ts'
import type { RaceBetsAnswer } from '#core/api/races.ts'
import type { OpenRoundsAnswer } from '#core/api/rounds.ts'
import type { SportsBet } from '#core/api/sports.ts'
import { buttonClass } from '../components/button-class.ts'
import { Picture } from '../components/picture.tsx'
import { Section } from '../components/section.tsx'
import { FAIR_PROMISE } from '../components/site/fair-promise.ts'
import { PageSpinner } from '../components/spinner.tsx'
import type { Art } from '../games/shared/game-entry.ts'
import { useOpenRounds } from '../games/shared/open-rounds.ts'
import { classNames } from '../lib/class-names.ts'
import { coinsText } from '../lib/format.ts'
import { pagePath } from '../lib/page-path.ts'
import { currentBetsQuery } from '../races/race-bets.ts'
import { playerName } from '../session/player-name.ts'
import { sportsBetsQuery } from '../sports/sports-queries.ts'
import type { Tile } from './page.ts'
import { pages } from './pages.ts'

/** A player's first page: open rounds and bets, then the games. */
export function Lobby({ player }: { player: User }) {
  const open = useOpenPlay(player.id)
  // Avoids a layout shift: this list is above the games.
  if (!open) return <PageSpinner />
  return (
    <div className="mx-auto grid max-w-[84rem] gap-[clamp(1rem,2.5vw,2rem)]">
      <header>
        <h1 className="text-display wrap-anywhere max-sm:text-title">
          Hello, {playerName(player.username)}
        </h1>
        <p className="mt-1 max-w-[44rem] text-soft max-sm:text-small">
          {FAIR_PROMISE}
        </p>
      </header>
      {open.length > 0 && <OpenList open={open} />}
      <nav
        aria-label="All games"
        className="grid grid-cols-3 gap-[clamp(0.75rem,1.5vw,1.5rem)] lg:grid-cols-6"
      >
        {pages.map(
          ({ path, title, tile }) =>
            tile && <GameTile key={path} to={path} title={title} tile={tile} />,
        )}
      </nav>
    </div>
  )
}

function OpenList({ open }: { open: readonly OpenPlay[] }) {
  return (
    <Section title="In progress" className="grid gap-3">
      <ul className="grid gap-3 md:grid-cols-2">
        {open.map(({ name, text, to, action }) => (
          <li
            key={name}
            className="rubber-card flex items-center justify-between gap-4 px-4 py-3"
          >
            <p className="min-w-0 leading-tight">
              <strong className="font-display font-semibold text-lead">
                {name}
              </strong>
              <span className="block text-small text-soft">{text}</span>
            </p>
            <Link
              to={to}
              className={classNames(buttonClass('go', 'small'), 'flex-none')}
            >
              {action}
              <span className="sr-only">, {name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** An open round or pending bets, and the link to them. */
type OpenPlay = {
  name: string
  text: string
  to: string
  action: string
}

/**
 * Returns a player's open rounds and pending bets on the race and on sports.
 * Undefined until each request is answered; a failed one is left out.
 */
function useOpenPlay(player: string): OpenPlay[] | undefined {
  const rounds = useOpenRounds()
  const race = useQuery({
    ...currentBetsQuery(player),
    refetchInterval: 10_000,
  })
  const sports = useQuery(sportsBetsQuery(player))
  const isKnown = [rounds, race, sports].every(
    ({ data, isError }) => data !== undefined || isError,
  )
  if (!isKnown) return undefined
  return [
    ...openRounds(rounds.data ?? []),
    ...raceBets(race.data ?? []),
    ...sportsBets(sports.data ?? []),
  ]
}

function openRounds(rounds: OpenRoundsAnswer): OpenPlay[] {
  return rounds.flatMap(({ gameType, betAmount }) => {
    const page = pages.find((one) => one.gameType === gameType)
    if (!page) return []
    const text = `Your round is still open, with a bet of ${coinsText(betAmount)}`
    return [{ name: page.title, text, to: page.path, action: 'Play on' }]
  })
}

function raceBets(bets: RaceBetsAnswer): OpenPlay[] {
  if (bets.length === 0) return []
  const horses = bets.length === 1 ? 'a horse' : `${bets.length} horses`
  const text = `${coinsText(sum(bets.map(({ amount }) => amount)))} on ${horses}`
  const to = pagePath('/pokey')
  return [{ name: 'Horse Race', text, to, action: 'Go to the race' }]
}

function sportsBets(bets: readonly SportsBet[]): OpenPlay[] {
  const pending = bets.filter(({ status }) => status === 'pending')
  if (pending.length === 0) return []
  const coins = coinsText(sum(pending.map(({ betAmount }) => betAmount)))
  const count = pending.length === 1 ? 'One bet' : `${pending.length} bets`
  const text = `${count} pending, ${coins} in total`
  return [{ name: 'Sports', text, to: pagePath('/sports'), action: 'See bets' }]
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

type GameTileProps = {
  to: string
  title: string
  tile: Tile
}

/** A game's picture and name; the link works before the picture has loaded. */
function GameTile({ to, title, tile }: GameTileProps) {
  const { name = title, colour } = tile
  const { data: art } = useQuery({
    queryKey: ['art', to],
    queryFn: tile.loadArt,
  })
  return (
    <Link
      to={to}
      className="rubber-card overflow-hidden text-center transition-[translate,scale] duration-(--duration-spring) ease-spring hover:-translate-y-[3px] active:translate-y-[3px] active:scale-x-102 active:scale-y-96"
    >
      <span
        className={classNames(
          'game-tile-art block h-[clamp(4.25rem,13vw,10rem)] border-outline border-b-3 p-[clamp(0.375rem,1vw,0.75rem)] shadow-[inset_0_4px_0_var(--color-shine),inset_0_-6px_0_rgb(0_0_0/0.16)] lg:h-[clamp(6rem,9vw,8.5rem)]',
          colour,
        )}
      >
        {art && <TileArt art={art} />}
      </span>
      <span className="grid min-h-11 place-items-center p-1 font-display font-semibold text-[length:clamp(1rem,0.7rem+1vw,1.5rem)] leading-[1.1]">
        {name}
      </span>
    </Link>
  )
}

function TileArt({ art: Art }: { art: Art }) {
  return 'default' in Art ? <Picture svg={Art.default} /> : <Art />
}
