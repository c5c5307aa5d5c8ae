import { Link, NavLink } from 'react-router-dom'
import { Bendy } from '../components/bendy.tsx'
import { buttonClass } from '../components/button-class.ts'
import { Skeleton } from '../components/skeleton.tsx'
import { pagePath } from '../lib/page-path.ts'
import { useAuth } from '../session/auth.tsx'
import { SignInLink } from '../session/sign-in-link.tsx'
import { HeaderMenu } from './header-menu.tsx'
import type { PageLink } from './page.ts'

export function TopBar({ links }: { links: readonly PageLink[] }) {
  const { user, isLoading, error } = useAuth()
  return (
    <header className="top-bar">
      <Link to={pagePath('/')} aria-label="Bendy Casino" className="brand">
        <Bendy className="w-11 max-sm:w-8" />
        <span className="max-sm:hidden">bendy</span>
      </Link>
      <nav aria-label="Site" className="flex items-center gap-1 max-lg:hidden">
        {links.map(({ to, label, look }) => (
          <NavLink key={to} to={to} end className={linkClass(look)}>
            {label}
          </NavLink>
        ))}
      </nav>
      <div className="ml-auto flex min-w-[12.5rem] items-center justify-end gap-2">
        {isLoading && <Skeleton className="h-10 w-24" />}
        {/* The session is unknown while the server is unreachable. */}
        {!(isLoading || user || error) && (
          <SignInLink className={buttonClass('action', 'small')}>
            Sign in
          </SignInLink>
        )}
        <HeaderMenu links={links} />
      </div>
    </header>
  )
}

function linkClass(look: PageLink['look']): string {
  return look === 'button' ? buttonClass('go', 'small') : 'band-link'
}
