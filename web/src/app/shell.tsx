import { Suspense, useEffect, useRef } from 'react'
import { Link, Outlet, useLocation } from 'react-router-dom'
import { QuietRegion, Region } from '../components/region.tsx'
import { PageSpinner } from '../components/spinner.tsx'
import { pagePath } from '../lib/page-path.ts'
import { RestoreNotice } from '../site/stats/restore-notice.tsx'
import { StatsBanner } from '../site/stats/stats-banner.tsx'
import { BalanceAnnouncer } from './balance-announcer.tsx'
import type { PageLink } from './page.ts'
import { PageBoundary } from './page-boundary.tsx'
import { TopBar } from './top-bar.tsx'

/** The frame around every page. */
export function Shell({ links }: { links: readonly PageLink[] }) {
  const { pathname } = useLocation()
  const main = useFocusOn(pathname)
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-[200%] rounded-toy bg-sun px-4 py-3 font-bold text-on-toy focus:translate-y-0"
      >
        Skip to content
      </a>
      <Region name="The top bar">
        <TopBar links={links} />
      </Region>
      <QuietRegion>
        <StatsBanner />
      </QuietRegion>
      <QuietRegion>
        <RestoreNotice />
      </QuietRegion>
      <QuietRegion>
        <BalanceAnnouncer />
      </QuietRegion>
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className="page px-gutter pt-4 pb-12 phone:pt-2"
      >
        <PageBoundary resetKey={pathname}>
          <Suspense fallback={<PageSpinner />}>
            <Outlet />
          </Suspense>
        </PageBoundary>
      </main>
      <QuietRegion>
        <SiteFooter />
      </QuietRegion>
    </>
  )
}

/** Moves scroll position and focus to the top of a new page. */
function useFocusOn(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const shownPath = useRef(pathname)
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    // A page may have focused its first field.
    if (!main.current?.contains(document.activeElement)) {
      main.current?.focus({ preventScroll: true })
    }
    scrollTo(0, 0)
  }, [pathname])
  return main
}

/** Footer of every page: age limit, terms and privacy. */
function SiteFooter() {
  return (
    <footer className="flex flex-wrap items-center justify-center gap-x-6 gap-y-2 border-outline border-t-3 bg-panel px-gutter py-4 text-small">
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
