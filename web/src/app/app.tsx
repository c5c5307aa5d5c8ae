import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { BrowserRouter, useRoutes } from 'react-router-dom'
import { QuietRegion } from '../components/region.tsx'
import { FairnessProvider } from '../domain/fairness/verifier/fairness-provider.tsx'
import { ReceiptWatch } from '../domain/receipts/receipt-watch.tsx'
import { AuthProvider } from '../domain/session/auth.tsx'
import { createQueryClient } from '../domain/session/query-client.ts'
import { SocketProvider } from '../domain/session/socket-provider.tsx'
import { PlayReminder } from '../features/limits/play-reminder.tsx'
import { BetNews } from '../features/sports/bet-news.tsx'
import { DepositNews } from '../features/wallet/deposit-news.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { pages } from './pages.ts'
import { fetchAhead, routesOf } from './routes.tsx'

const routes = routesOf(pages)
fetchAhead(routes, location.pathname)

export function App() {
  const [queryClient] = useState(createQueryClient)
  return (
    <PageBoundary>
      <QueryClientProvider client={queryClient}>
        <AuthProvider>
          <SocketProvider>
            <QuietRegion>
              <DepositNews />
            </QuietRegion>
            <QuietRegion>
              <BetNews />
            </QuietRegion>
            <QuietRegion>
              <PlayReminder />
            </QuietRegion>
            <FairnessProvider>
              <ReceiptWatch />
              <BrowserRouter>
                <AppRoutes />
              </BrowserRouter>
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
 * The first paint does without the toaster. Its code comes right after it and
 * not with the first toast, which may have to tell that the house is gone.
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
