import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useRoutes } from 'react-router-dom'
import { PlayReminder } from '../account/limits/play-reminder.tsx'
import { QuietRegion } from '../components/region.tsx'
import { FairnessProvider } from '../proof/fairness/verifier/fairness-provider.tsx'
import { ReceiptWatch } from '../proof/receipts/receipt-watch.tsx'
import { AuthProvider } from '../session/auth.tsx'
import { createQueryClient } from '../session/query-client.ts'
import { SocketProvider } from '../session/socket-provider.tsx'
import { PrizeToast } from '../site/leaderboard/prize-toast.tsx'
import { BetNotifications } from '../sports/bet-notifications.tsx'
import { DepositToasts } from '../wallet/deposit-toasts.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { pages } from './pages.ts'
import { fetchAhead, toRoutes } from './routes.tsx'

const routes = toRoutes(pages)

/** Fetches the code of the page at a path before it is shown. */
export function fetchPage(path: string): void {
  fetchAhead(routes, path)
}

type AppProps = {
  /** False for visitors; true if the player must be requested. */
  mayBeSignedIn: boolean
  /** Wraps the pages in a router. */
  children: (pages: ReactNode) => ReactNode
}

export function App({ mayBeSignedIn, children }: AppProps) {
  const [queryClient] = useState(createQueryClient)
  return (
    <PageBoundary>
      <QueryClientProvider client={queryClient}>
        <AuthProvider mayBeSignedIn={mayBeSignedIn}>
          <SocketProvider>
            <QuietRegion>
              <DepositToasts />
            </QuietRegion>
            <QuietRegion>
              <BetNotifications />
            </QuietRegion>
            <QuietRegion>
              <PrizeToast />
            </QuietRegion>
            <QuietRegion>
              <PlayReminder />
            </QuietRegion>
            <FairnessProvider>
              <ReceiptWatch />
              {children(<AppRoutes />)}
            </FairnessProvider>
          </SocketProvider>
          <QuietRegion>
            <ToasterAfterPaint />
          </QuietRegion>
        </AuthProvider>
      </QueryClientProvider>
    </PageBoundary>
  )
}

function AppRoutes() {
  return useRoutes(routes)
}

const RETRY_AFTER_MS = 5_000

/**
 * Loads the toaster right after the first paint, not with the first toast: that
 * one may report that the server is away.
 */
function ToasterAfterPaint() {
  const [loaded, setLoaded] = useState<{ Toaster?: ComponentType }>({})
  useEffect(() => {
    let retry: ReturnType<typeof setTimeout> | undefined
    const load = async () => {
      try {
        setLoaded(await import('../components/toaster.tsx'))
      } catch {
        retry = setTimeout(load, RETRY_AFTER_MS)
      }
    }
    void load()
    return () => clearTimeout(retry)
  }, [])
  return loaded.Toaster && <loaded.Toaster />
}
