import { type ComponentType, lazy, type ReactNode } from 'react'
import { Navigate, type RouteObject, useLocation } from 'react-router-dom'
import { HomePage } from './home-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import type { Page } from './page.ts'
import { PageBoundary } from './page-boundary.tsx'
import { type CasinoTab, casinoTabs, siteLinks } from './page-links.ts'
import { redirects } from './pages.ts'
import { ProtectedRoute } from './protected-route.tsx'
import { Shell } from './shell.tsx'
import { usePageTitle } from './use-page-title.ts'

const CasinoShell = lazy(async () => ({
  default: (await import('./casino-shell.tsx')).CasinoShell,
}))

/** A route for each page, in the shell that links to them. */
export function routesOf(pages: readonly Page[]): RouteObject[] {
  const tabs = casinoTabs(pages)
  const moved = Object.entries(redirects).map(([path, to]) => ({
    path,
    element: <Navigate to={to} replace />,
  }))
  return [
    {
      element: <Shell links={siteLinks(pages)} />,
      children: [
        ...pages.map((page) => routeOf(page, tabs)),
        ...moved,
        { path: '*', element: <NotFound /> },
      ],
    },
  ]
}

function routeOf(page: Page, tabs: readonly CasinoTab[]): RouteObject {
  const { path, title, description, access, frame } = page
  const Shown = componentOf(page)
  const titled = (
    <Titled title={title} description={description}>
      <Shown />
    </Titled>
  )
  const route = { path, element: titled }
  const framed =
    frame === 'casino'
      ? { element: <CasinoShell tabs={tabs} />, children: [route] }
      : route
  if (access === 'everyone') return framed
  const playersSee = access === 'operators' && <NotFound />
  return {
    element: <ProtectedRoute playersSee={playersSee} />,
    children: [framed],
  }
}

function NotFound() {
  return (
    <Titled
      title="Page not found"
      description="There is no page at this address."
    >
      <NotFoundPage />
    </Titled>
  )
}

function componentOf(page: Page): ComponentType {
  if (!('load' in page)) return HomePage
  const { load } = page
  return lazy(async () => ({ default: await load() }))
}

interface TitledProps {
  title: string
  description: string
  children: ReactNode
}

function Titled({ title, description, children }: TitledProps) {
  usePageTitle(title, description)
  const { pathname } = useLocation()
  return <PageBoundary resetKey={pathname}>{children}</PageBoundary>
}
