import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { pressSoon } from '#testing/page/acts.ts'
import { bea, refusal } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { AuthProvider, useAuth, useRequiredAuth } from './auth.tsx'
import { mayBeSignedIn, noteSession } from './session-hint.ts'

const server = stubServer()
const credentials = { username: 'Bea', password: 'loop' }
const RESET = 'POST /api/user/reset-balance'

function Desk() {
  const { user, isLoading, error, ...auth } = useAuth()
  const actions = {
    Login: () => auth.login.mutate(credentials),
    Register: () => auth.register.mutate(credentials),
    'Log out': () => auth.logout.mutate(),
    Reset: () => auth.reset.mutate(),
  }
  return (
    <>
      <p>{isLoading ? 'Loading' : (user?.username ?? 'Nobody')}</p>
      <p>{user?.balance}</p>
      {error && <p>{error.message}</p>}
      {Object.entries(actions).map(([name, act]) => (
        <button key={name} type="button" onClick={act}>
          {name}
        </button>
      ))}
    </>
  )
}

async function expectToast(title: string, description: string) {
  await screen.findByText(title)
  screen.getByText(description)
}

describe('the session', () => {
  test('is signed out on a 401, without an error', async () => {
    server.answer('GET /api/user', 401, refusal('signed_out', 'Sign in first.'))
    renderPage(<Desk />)
    screen.getByText('Loading')
    await screen.findByText('Nobody')
    expect(screen.queryByText(/401/)).toBeNull()
  })

  test.each([
    ['Login', 'POST /api/login', 'Welcome back!', 'Logged in as Bea'],
    [
      'Register',
      'POST /api/register',
      'Welcome!',
      'Your account has been created successfully',
    ],
  ])('starts with: %s, and is remembered', async (name, route, ...text) => {
    noteSession(false)
    server.answer('GET /api/user', 401)
    server.answer(route, 200, bea)
    renderPage(<Desk />)
    await screen.findByText('Nobody')
    await pressSoon(name)
    await expectToast(...text)
    screen.getByText('Bea')
    expect(mayBeSignedIn()).toBe(true)
  })

  test('ends with a logout, and is forgotten', async () => {
    server.answer('GET /api/user', 200, bea)
    server.answer('POST /api/logout', 204)
    renderPage(<Desk />)
    await screen.findByText('Bea')
    await pressSoon('Log out')
    await expectToast('Goodbye!', 'You have been logged out')
    screen.getByText('Nobody')
    await waitFor(() => expect(mayBeSignedIn()).toBe(false))
  })

  test('keeps nothing of the player in memory after a logout', async () => {
    server.answer('GET /api/user', 200, bea)
    server.answer('POST /api/logout', 204)
    const queryClient = new QueryClient()
    renderPage(
      <QueryClientProvider client={queryClient}>
        <AuthProvider mayBeSignedIn>
          <Desk />
        </AuthProvider>
      </QueryClientProvider>,
    )
    await screen.findByText('Bea')
    queryClient.setQueryData(['/api/transactions'], 'private')
    await pressSoon('Log out')
    await screen.findByText('Nobody')
    expect(queryClient.getQueryData(['/api/transactions'])).toBeUndefined()
  })
})

describe('a reset of the balance', () => {
  test('shows the returned player', async () => {
    server.answer('GET /api/user', 200, { ...bea, balance: 7 })
    server.answer(RESET, 200, bea)
    renderPage(<Desk />)
    await screen.findByText('7')
    await pressSoon('Reset')
    await expectToast(
      'Balance Reset',
      'Your balance has been reset to 1000 coins',
    )
    screen.getByText('1000')
  })

  test('requests the balance again when its outcome is unknown', async () => {
    server.answer('GET /api/user', 200, { ...bea, balance: 7 })
    renderPage(<Desk />)
    await screen.findByText('7')
    server.answer('GET /api/user', 200, bea)
    // It counted, and its answer got lost.
    server.answer(RESET, 409, 'Half an answer')
    await pressSoon('Reset')
    await screen.findByText('1000')
  })
})

test.each([
  ['Login', 'POST /api/login', 'Login failed'],
  ['Register', 'POST /api/register', 'Registration failed'],
  ['Log out', 'POST /api/logout', 'Logout failed'],
  ['Reset', RESET, 'Reset failed'],
])('says why when %s fails', async (button, route, title) => {
  server.answer('GET /api/user', 200, bea)
  server.answer(route, 429, refusal('too_many_requests', 'Wait a moment.'))
  renderPage(<Desk />)
  await pressSoon(button)
  await expectToast(title, '429: Wait a moment.')
})

test('says that a browser without cookies cannot stay signed in', async () => {
  const cookies = vi.spyOn(navigator, 'cookieEnabled', 'get')
  cookies.mockReturnValue(false)
  onTestFinished(() => cookies.mockRestore())
  server.answer('GET /api/user', 401)
  renderPage(<Desk />)
  await pressSoon('Login')
  await expectToast(
    'Login failed',
    'Your browser blocks cookies. Allow them for this site.',
  )
  expect(server.sent('POST /api/login')).toEqual([])
})

describe('a player who was never signed in here', () => {
  function Door() {
    return <p>{useRequiredAuth().user?.username ?? 'A stranger'}</p>
  }

  test('is not requested by a page that does not need the player', () => {
    noteSession(false)
    renderPage(<Desk />)
    screen.getByText('Nobody')
    expect(server.received).toEqual([])
  })

  test('is requested by one that does, and found without the hint', async () => {
    noteSession(false)
    server.answer('GET /api/user', 200, bea)
    renderPage(<Door />)
    await screen.findByText('Bea')
    expect(mayBeSignedIn()).toBe(true)
  })
})
