import { Link } from 'react-router-dom'
import type { User } from '#core/api/account.ts'
import { buttonClass } from '../components/button-class.ts'
import { FAIR_PROMISE } from '../components/site/fair-promise.ts'
import { Spinner } from '../components/spinner.tsx'
import { playerName } from '../session/player-name.ts'
import { GameTile } from './game-tile.tsx'
import { pages } from './pages.ts'
import { type OpenPlay, useOpenPlay } from './use-open-play.ts'
import './lobby.css'

/** A player's first page: open rounds and bets, then the games. */
export function Lobby({ player }: { player: User }) {
  const open = useOpenPlay(player.id)
  // It is above the games, which would jump.
  if (!open) {
    return (
      <div className="grid min-h-[60dvh] place-items-center">
        <Spinner />
      </div>
    )
  }
  return (
    <div className="lobby">
      <header>
        <h1 className="text-display wrap-anywhere max-sm:text-title">
          Hello, {playerName(player.username)}
        </h1>
        <p className="mt-1 max-w-[44rem] text-soft max-sm:text-small">
          {FAIR_PROMISE}
        </p>
      </header>
      {open.length > 0 && <OpenList open={open} />}
      <nav aria-label="All games" className="lobby-games">
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
    <section aria-labelledby="under-way" className="grid gap-3">
      <h2 id="under-way" className="text-lead">
        Under way
      </h2>
      <ul className="grid gap-3 md:grid-cols-2">
        {open.map(({ name, text, to, action }) => (
          <li key={name} className="rubber-card lobby-open">
            <p className="min-w-0 leading-tight">
              <strong className="font-display font-semibold text-lead">
                {name}
              </strong>
              <span className="block text-small text-soft">{text}</span>
            </p>
            <Link to={to} className={buttonClass('go', 'small')}>
              {action}
              <span className="sr-only">, {name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
