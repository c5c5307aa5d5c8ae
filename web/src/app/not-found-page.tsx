import { Link, useLocation } from 'react-router-dom'
import { Bendy } from '../components/bendy.tsx'
import { buttonClass } from '../components/button-class.ts'
import { pagePath } from '../lib/page-path.ts'

const WAYS_ON = [
  { to: pagePath('/slots'), label: 'Casino' },
  { to: pagePath('/sports/games'), label: 'NBA games' },
  { to: pagePath('/leaderboard'), label: 'Leaderboard' },
]

export function NotFoundPage() {
  const { pathname } = useLocation()
  return (
    <div className="mx-auto grid max-w-2xl place-items-center gap-4 px-2 py-6 text-center sm:py-12">
      <div
        aria-hidden="true"
        className="flex items-center gap-[0.06em] font-bold font-display text-[length:clamp(6rem,30vw,13rem)] text-tangerine-text leading-none"
      >
        <span>4</span>
        <Bendy mood="lost" className="w-[0.95em]" />
        <span>4</span>
      </div>
      <h1 className="text-display max-sm:text-title">404 Page Not Found</h1>
      <p className="text-soft">Did you forget to add the page to the router?</p>
      <p className="wrap-anywhere">
        There is nothing at <code className="hex">{pathname}</code>. Your coins
        are right where you left them.
      </p>
      <nav
        aria-label="Other pages"
        className="mt-2 flex flex-wrap justify-center gap-3"
      >
        <Link to={pagePath('/')} className={buttonClass('go')}>
          Back home
        </Link>
        {WAYS_ON.map(({ to, label }) => (
          <Link key={to} to={to} className={buttonClass()}>
            {label}
          </Link>
        ))}
      </nav>
    </div>
  )
}
