import {
  type ComponentType,
  lazy,
  type ReactNode,
  useLayoutEffect,
  useState,
} from 'react'
import {
  matchRoutes,
  Navigate,
  type RouteObject,
  useLocation,
} from 'react-router-dom'
import { HomePage } from './home-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import {
  type CasinoTab,
  casinoTabs,
  type Page,
  pageTitle,
  siteLinks,
} from './page.ts'
import { PageBoundary } from './page-boundary.tsx'
import { redirects } from './pages.ts'
import { ProtectedRoute } from './protected-route.tsx'
import { Shell } from './shell.tsx'

const casinoShell = onDemand(
  async () => (await import('./casino-shell.tsx')).CasinoShell,
)

/** A route for each page, in the shell that links to them. */
export function toRoutes(pages: readonly Page[]): RouteObject[] {
  const tabs = casinoTabs(pages)
  const moved = Object.entries(redirects).map(([path, to]) => ({
    path,
    element: <Navigate to={to} replace />,
  }))
  return [
    {
      element: <Shell links={siteLinks(pages)} />,
      children: [
        ...pages.map((page) => toRoute(page, tabs)),
        ...moved,
        { path: '*', element: <NotFound /> },
      ],
    },
  ]
}

/**
 * Fetches the code of the page at a path before the session is known, except
 * for operators' pages.
 */
export function fetchAhead(routes: RouteObject[], path: string): void {
  for (const { route } of matchRoutes(routes, path) ?? []) {
    const handle: unknown = route.handle
    if (typeof handle === 'function') handle()
  }
}

function toRoute(page: Page, tabs: readonly CasinoTab[]): RouteObject {
  const { path, title, description, access, frame } = page
  const shown = 'load' in page ? onDemand(page.load) : undefined
  const Shown = shown?.OnDemand ?? HomePage
  const element = (
    <Titled title={title} description={description}>
      <Shown />
    </Titled>
  )
  const handle = access === 'operators' ? undefined : shown?.fetchAhead
  const route = { path, element, handle }
  const framed =
    frame === 'casino'
      ? {
          element: <casinoShell.OnDemand tabs={tabs} />,
          handle: casinoShell.fetchAhead,
          children: [route],
        }
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

type TitledProps = {
  title: string
  description: string
  children: ReactNode
}

function Titled({ title, description, children }: TitledProps) {
  useLayoutEffect(() => {
    document.title = pageTitle(title)
    const meta = document.querySelector('meta[name="description"]')
    meta?.setAttribute('content', description)
  }, [title, description])
  const { pathname } = useLocation()
  return <PageBoundary resetKey={pathname}>{children}</PageBoundary>
}

/**
 * Creates a component whose code is fetched when it renders, or earlier. Fetched
 * code renders without the fallback, which React shows for at least 300 ms.
 */
function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
) {
  let Fetched: ComponentType<Props> | undefined
  const fetchCode = async () => {
    Fetched = await load()
    return { default: Fetched }
  }
  const Lazy = lazy(fetchCode)

  function OnDemand(props: Props) {
    // The identity must not change while it is mounted.
    const [Shown] = useState<ComponentType<Props>>(() => Fetched ?? Lazy)
    return <Shown {...props} />
  }

  /** After a failure, the component fetches again and shows the error. */
  function fetchAhead(): void {
    fetchCode().catch(() => undefined)
  }
  return { OnDemand, fetchAhead }
}
