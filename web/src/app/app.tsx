import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { BrowserRouter, useRoutes } from 'react-router-dom'
import { PlayReminder } from '../features/limits/play-reminder.tsx'
import { BetNews } from '../features/sports/bet-news.tsx'
import { DepositNews } from '../features/wallet/deposit-news.tsx'
import { AuthProvider } from '../lib/auth.tsx'
import { FairnessProvider } from '../lib/fairness/fairness-provider.tsx'
import { createQueryClient } from '../lib/query-client.ts'
import { SocketProvider } from '../lib/socket-provider.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { pages } from './pages.ts'
import { routesOf } from './routes.tsx'

const routes = routesOf(pages)

export function App() {
  const [queryClient] = useState(createQueryClient)
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <AuthProvider>
          <SocketProvider>
            <DepositNews />
            <BetNews />
            <PlayReminder />
            <FairnessProvider>
              <BrowserRouter>
                <AppRoutes />
              </BrowserRouter>
            </FairnessProvider>
          </SocketProvider>
          <ToasterAfterPaint />
        </AuthProvider>
      </QueryClientProvider>
    </ErrorBoundary>
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
