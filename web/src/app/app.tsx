import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { DepositNews } from '../features/wallet/deposit-news.tsx'
import { AuthProvider } from '../lib/auth.tsx'
import { FairnessProvider } from '../lib/fairness/fairness-provider.tsx'
import { createQueryClient } from '../lib/query-client.ts'
import { SocketProvider } from '../lib/socket-provider.tsx'
import { useToast } from '../lib/toast.ts'
import { AppRoutes } from './routes.tsx'

const Toaster = lazy(async () => ({
  default: (await import('../components/toaster.tsx')).Toaster,
}))

export function App() {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <AuthProvider>
        <SocketProvider>
          <DepositNews />
          <FairnessProvider>
            <BrowserRouter>
              <AppRoutes />
            </BrowserRouter>
          </FairnessProvider>
        </SocketProvider>
        <ToasterOnDemand />
      </AuthProvider>
    </QueryClientProvider>
  )
}

/** Most visits see no toast: its code comes with the first one. */
function ToasterOnDemand() {
  const { shown } = useToast()
  return (
    shown && (
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    )
  )
}
