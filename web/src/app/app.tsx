import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { AuthProvider } from '../lib/auth.tsx'
import { createQueryClient } from '../lib/query-client.ts'
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
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
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
