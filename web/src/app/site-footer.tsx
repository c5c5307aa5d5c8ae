import { Link } from 'react-router-dom'
import { pagePath } from '../lib/page-path.ts'

/** Below every page: whom the site is for, and what it does with their data. */
export function SiteFooter() {
  return (
    <footer className="site-footer">
      <p className="text-soft">
        <b className="text-text">18+</b> Play money only: coins have no cash
        value.
      </p>
      <nav aria-label="Legal" className="flex gap-5">
        <Link to={pagePath('/terms')} className="text-link">
          Terms
        </Link>
        <Link to={pagePath('/privacy')} className="text-link">
          Privacy
        </Link>
        <Link to={pagePath('/audit')} className="text-link">
          Audit
        </Link>
        <a href="/docs" className="text-link">
          API
        </a>
      </nav>
    </footer>
  )
}
