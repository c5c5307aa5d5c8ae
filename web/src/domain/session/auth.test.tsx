import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { bea, refusal } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { useAskedAuth, useAuth } from './auth.tsx'
import { mayBeSignedIn, noteSession } from './session-hint.ts'

const server = stubServer()
const credentials = { username: 'Bea', password: 'loop' }

function Desk() {
  const { user, isLoading, error, ...auth } = useAuth()
  return (
    <>
      <p>{isLoading ? 'Loading' : (user?.username ?? 'Nobody')}</p>
      <p>{user?.balance}</p>
      {error && <p>{error.message}</p>}
      <button type="button" onClick={() => auth.login.mutate(credentials)}>
        Login
      </button>
      <button type="button" onClick={() => auth.register.mutate(credentials)}>
        Register
      </button>
      <button type="button" onClick={() => auth.logout.mutate()}>
        Log out
      </button>
      <button type="button" onClick={() => auth.reset.mutate()}>
        Reset
      </button>
    </>
  )
}

async function press(name: string) {
  fireEvent.click(await screen.findByRole('button', { name }))
}

async function expectToast(title: string, description: string) {
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getByText(description)).toBeTruthy()
}

it('refuses to work outside its provider', () => {
  const consoleError = vi
    .spyOn(console, 'error')
    .mockImplementation(() => undefined)
  expect(() => render(<Desk />)).toThrow(
    'useAuth must be used within an AuthProvider',
  )
  consoleError.mockRestore()
})

describe('the session', () => {
  it('is signed out on a 401, without an error', async () => {
    server.answer('GET /api/user', 401, refusal('signed_out', 'Sign in first.'))
    renderPage(<Desk />)
    expect(screen.getByText('Loading')).toBeTruthy()
    expect(await screen.findByText('Nobody')).toBeTruthy()
    expect(screen.queryByText(/401/)).toBeNull()
  })

  it('has an error when the house stumbles', async () => {
    server.answer('GET /api/user', 500, refusal('internal', 'We stumbled.'))
    renderPage(<Desk />)
    expect(await screen.findByText('500: We stumbled.')).toBeTruthy()
  })

  it('starts with a login', async () => {
    server.answer('GET /api/user', 401)
    server.answer('POST /api/login', 200, bea)
    renderPage(<Desk />)
    await screen.findByText('Nobody')
    await press('Login')
    await expectToast('Welcome back!', 'Logged in as Bea')
    expect(screen.getByText('Bea')).toBeTruthy()
  })

  it('starts with a registration', async () => {
    server.answer('GET /api/user', 401)
    server.answer('POST /api/register', 201, bea)
    renderPage(<Desk />)
    await press('Register')
    await expectToast('Welcome!', 'Your account has been created successfully')
  })

  it('ends with a logout', async () => {
    server.answer('GET /api/user', 200, bea)
    server.answer('POST /api/logout', 204)
    renderPage(<Desk />)
    await screen.findByText('Bea')
    await press('Log out')
    await expectToast('Goodbye!', 'You have been logged out')
    expect(screen.getByText('Nobody')).toBeTruthy()
  })
})

it('shows the returned player after a reset, and sends it with a key', async () => {
  server.answer('GET /api/user', 200, { ...bea, balance: 7 })
  server.answer('POST /api/user/reset-balance', 200, bea)
  renderPage(<Desk />)
  await screen.findByText('7')
  await press('Reset')
  await expectToast(
    'Balance Reset',
    'Your balance has been reset to 1000 coins',
  )
  expect(screen.getByText('1000')).toBeTruthy()
  const reset = server.received.find(({ route }) => /reset/.test(route))
  expect(reset?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
})

it.each([
  ['Login', 'POST /api/login', 'Login failed'],
  ['Register', 'POST /api/register', 'Registration failed'],
  ['Log out', 'POST /api/logout', 'Logout failed'],
  ['Reset', 'POST /api/user/reset-balance', 'Reset failed'],
])('says why when %s fails', async (button, route, title) => {
  server.answer('GET /api/user', 200, bea)
  server.answer(route, 429, refusal('too_many_requests', 'Wait a moment.'))
  renderPage(<Desk />)
  await press(button)
  await expectToast(title, '429: Wait a moment.')
})

it('asks for the balance again after a reset whose outcome is open', async () => {
  server.answer('GET /api/user', 200, { ...bea, balance: 7 })
  renderPage(<Desk />)
  await screen.findByText('7')
  server.answer('GET /api/user', 200, bea)
  // What counted, and then got lost on its way.
  server.answer('POST /api/user/reset-balance', 409, 'Half an answer')
  await press('Reset')
  await screen.findByText('1000')
})

describe('who was never signed in here', () => {
  function Door() {
    return <p>{useAskedAuth().user?.username ?? 'A stranger'}</p>
  }
  const asked = () => server.received.map(({ route }) => route)

  it('is not asked for by a page that does not need to know', async () => {
    noteSession(false)
    renderPage(<Desk />)
    screen.getByText('Nobody')
    expect(asked()).toEqual([])
  })

  it('is asked for by one that does, and found when the hint was lost', async () => {
    noteSession(false)
    server.answer('GET /api/user', 200, bea)
    renderPage(<Door />)
    await screen.findByText('Bea')
    expect(mayBeSignedIn()).toBe(true)
  })

  it('is forgotten with the session', async () => {
    server.answer('GET /api/user', 200, bea)
    server.answer('POST /api/logout', 204)
    renderPage(<Desk />)
    await screen.findByText('Bea')
    await press('Log out')
    await waitFor(() => expect(mayBeSignedIn()).toBe(false))
  })

  it('is remembered from the login on', async () => {
    noteSession(false)
    server.answer('POST /api/login', 200, bea)
    renderPage(<Desk />)
    await press('Login')
    await screen.findByText('Bea')
    expect(mayBeSignedIn()).toBe(true)
  })
})
