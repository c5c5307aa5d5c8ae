import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { bea, refusal } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { AuthPage } from './auth-page.tsx'

const server = stubServer()

beforeEach(() => server.answer('GET /api/user', 401))

async function openTab(name: 'Login' | 'Register', state?: object) {
  renderPage(
    <Routes>
      <Route path="/auth" element={<AuthPage />} />
      <Route path="/" element={<p>The landing page</p>} />
      <Route path="/hilo" element={<p>The table</p>} />
    </Routes>,
    { pathname: '/auth', state },
  )
  const tab = await screen.findByRole('tab', { name })
  fireEvent.mouseDown(tab)
  return within(await screen.findByRole('tabpanel', { name }))
}

type Panel = Awaited<ReturnType<typeof openTab>>

function fill(panel: Panel, username: string, password: string) {
  const set = (label: string, value: string) =>
    fireEvent.change(panel.getByLabelText(label), { target: { value } })
  set('Username', username)
  set('Password', password)
}

it('opens on the tab that whoever comes needs', async () => {
  const chosen = () => screen.findByRole('tab', { selected: true })
  const page = renderPage(<AuthPage />, {
    pathname: '/auth',
    state: { isNewcomer: true },
  })
  expect((await chosen()).textContent).toBe('Register')
  page.unmount()
  renderPage(<AuthPage />, '/auth')
  expect((await chosen()).textContent).toBe('Login')
})

describe('login', () => {
  it('gets bendy, and leads to the landing page', async () => {
    const letIn = server.hold('POST /api/login')
    const panel = await openTab('Login')
    fill(panel, 'Bea', 'loop')
    fireEvent.click(panel.getByRole('button', { name: 'Get Bendy!' }))
    await panel.findByRole('button', { name: 'Bending time...' })
    letIn(bea)
    expect(await screen.findByText('The landing page')).toBeTruthy()
  })

  it.each([
    [{ from: '/hilo' }, 'The table'],
    [{ from: 'https://elsewhere.example/' }, 'The landing page'],
    [{ from: 7 }, 'The landing page'],
  ])('leads on from %j to %s', async (state, page) => {
    server.answer('POST /api/login', 200, bea)
    const panel = await openTab('Login', state)
    fill(panel, 'Bea', 'loop')
    fireEvent.click(panel.getByRole('button', { name: 'Get Bendy!' }))
    await screen.findByText(page)
  })

  it('checks nothing itself', async () => {
    const panel = await openTab('Login')
    fireEvent.click(panel.getByRole('button', { name: 'Get Bendy!' }))
    await waitFor(() =>
      expect(server.received.map(({ route }) => route)).toContain(
        'POST /api/login',
      ),
    )
  })
})

describe('registration', () => {
  it('starts the journey, and leads to the landing page', async () => {
    const letIn = server.hold('POST /api/register')
    const panel = await openTab('Register')
    fill(panel, 'Bea', 'loop')
    fireEvent.click(
      panel.getByRole('button', { name: 'Start Your Bendy Journey' }),
    )
    await panel.findByRole('button', { name: 'Stretching space...' })
    letIn(bea)
    expect(await screen.findByText('The landing page')).toBeTruthy()
  })

  it('asks for both fields before it asks the house', async () => {
    const panel = await openTab('Register')
    fireEvent.click(
      panel.getByRole('button', { name: 'Start Your Bendy Journey' }),
    )
    expect(await panel.findAllByText('Required')).toHaveLength(2)
    expect(server.received.map(({ route }) => route)).toEqual(['GET /api/user'])
  })

  it('forgets the errors when the player goes on typing', async () => {
    const panel = await openTab('Register')
    fireEvent.click(
      panel.getByRole('button', { name: 'Start Your Bendy Journey' }),
    )
    await panel.findAllByText('Required')
    fill(panel, 'Bea', 'loop')
    expect(panel.queryByText('Required')).toBeNull()
  })

  it('has no old complaint for who left and came back', async () => {
    const taken = refusal('username_taken', 'That username is taken.')
    server.answer('POST /api/register', 409, taken)
    const panel = await openTab('Register')
    fill(panel, 'Bea', 'loop')
    fireEvent.click(
      panel.getByRole('button', { name: 'Start Your Bendy Journey' }),
    )
    await panel.findByText('That username is taken.')
    fireEvent.mouseDown(screen.getByRole('tab', { name: 'Login' }))
    fireEvent.mouseDown(screen.getByRole('tab', { name: 'Register' }))
    await screen.findByRole('tabpanel', { name: 'Register' })
    expect(screen.queryByText('That username is taken.')).toBeNull()
  })

  it.each([
    {
      what: 'an issue of the house',
      status: 400,
      body: refusal('invalid_request', 'Check the fields.', {
        issues: [{ path: ['username'], message: 'Too bendy' }],
      }),
      message: 'Too bendy',
    },
    {
      what: 'a taken name',
      status: 409,
      body: refusal('username_taken', 'That name is taken.'),
      message: 'That name is taken.',
    },
  ])('shows $what under its field', async ({ status, body, message }) => {
    server.answer('POST /api/register', status, body)
    const panel = await openTab('Register')
    fill(panel, 'Bea', 'loop')
    fireEvent.click(
      panel.getByRole('button', { name: 'Start Your Bendy Journey' }),
    )
    expect(await panel.findByText(message)).toBeTruthy()
    const input = panel.getByLabelText('Username')
    const note = document.getElementById(
      input.getAttribute('aria-describedby') ?? '',
    )
    expect(note?.textContent).toBe(message)
    expect(input.getAttribute('aria-invalid')).toBe('true')
  })

  it('hints at the strength of the password', async () => {
    const panel = await openTab('Register')
    fill(panel, 'Bea', 'loop')
    expect(panel.getByText('Snaps easily')).toBeTruthy()
    fill(panel, 'Bea', 'a7&Kp0-zQ!m2x')
    expect(panel.getByText('Unsnappable')).toBeTruthy()
  })
})

it('welcomes beside the forms, with security, wins and speed', async () => {
  await openTab('Login')
  const side = within(screen.getByRole('complementary'))
  expect(side.getByRole('heading', { level: 2 }).textContent).toMatch(/Welcome/)
  const cards = side.getAllByRole('heading', { level: 3 })
  const words = cards.map((card) => card.textContent?.split(' ')[0])
  expect(words).toEqual(['Security', 'Wins', 'Speed'])
})

it('leads the signed-in to the landing page', async () => {
  server.answer('GET /api/user', 200, bea)
  renderPage(
    <Routes>
      <Route path="/auth" element={<AuthPage />} />
      <Route path="/" element={<p>The landing page</p>} />
    </Routes>,
    '/auth',
  )
  expect(await screen.findByText('The landing page')).toBeTruthy()
})
