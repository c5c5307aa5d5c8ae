import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ComponentProps, ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { Toaster } from '../../web/src/components/toaster.tsx'
import { AuthProvider } from '../../web/src/session/auth.tsx'
import { createQueryClient } from '../../web/src/session/query-client.ts'
import { mayBeSignedIn } from '../../web/src/session/session-hint.ts'

type Place = NonNullable<
  ComponentProps<typeof MemoryRouter>['initialEntries']
>[number]

/** Renders a page as the app does: with its cache, session, router and toasts. */
export function renderPage(page: ReactNode, place: Place = '/') {
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <AuthProvider mayBeSignedIn={mayBeSignedIn()}>
        <MemoryRouter initialEntries={[place]}>{page}</MemoryRouter>
        <Toaster />
      </AuthProvider>
    </QueryClientProvider>,
  )
}
