import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, test } from 'vitest'
import { bea, refusal } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { AuthPage } from './auth-page.tsx'
import { passwordStrength } from './password-strength.tsx'

const server = stubServer()
const LOGIN = 'Get Bendy!'
const REGISTER = 'Start Your Bendy Journey'

beforeEach(() => server.answer('GET /api/user', 401))

const open = (state?: object) =>
  renderPage(
    <Routes>
      <Route path="/auth" element={<AuthPage />} />
      <Route path="/" element={<p>The landing page</p>} />
      <Route path="/hilo" element={<p>The table</p>} />
    </Routes>,
    { pathname: '/auth', state },
  )

async function openTab(name: 'Login' | 'Register', state?: object) {
  open(state)
  fireEvent.click(await screen.findByRole('tab', { name }))
  return within(await screen.findByRole('tabpanel', { name }))
}

type Panel = Awaited<ReturnType<typeof openTab>>

function fill(panel: Panel, password = 'loop') {
  for (const [label, value] of [
    ['Username', 'Bea'],
    ['Password', password],
  ] as const) {
    fireEvent.change(panel.getByLabelText(label), { target: { value } })
  }
}

const submit = (panel: Panel, name: string) =>
  fireEvent.click(panel.getByRole('button', { name }))
const routes = () => server.received.map(({ route }) => route)

test.each([
  ['Register', { isNewcomer: true }],
  ['Login', undefined],
])('opens on %s for %j', async (name, state) => {
  open(state)
  const tab = await screen.findByRole('tab', { selected: true })
  expect(tab.textContent).toBe(name)
})

test.each([
  ['Login', LOGIN, 'Bending time...', 'POST /api/login'],
  ['Register', REGISTER, 'Stretching space...', 'POST /api/register'],
] as const)('redirects home after %s', async (name, button, pending, route) => {
  const letIn = server.hold(route)
  const panel = await openTab(name)
  fill(panel)
  submit(panel, button)
  await panel.findByRole('button', { name: pending })
  letIn(bea)
  await screen.findByText('The landing page')
})

test('shows the password on request', async () => {
  const panel = await openTab('Login')
  const input = panel.getByLabelText<HTMLInputElement>('Password')
  const types = ['Show password', 'Hide password'].map((name) => {
    submit(panel, name)
    return input.type
  })
  expect(types).toEqual(['text', 'password'])
  expect(routes()).not.toContain('POST /api/login')
})

test.each([
  [{ from: '/hilo' }, 'The table'],
  [{ from: 'https://elsewhere.example/' }, 'The landing page'],
  [{ from: 7 }, 'The landing page'],
])('returns from %j to %s', async (state, page) => {
  server.answer('POST /api/login', 200, bea)
  const panel = await openTab('Login', state)
  fill(panel)
  submit(panel, LOGIN)
  await screen.findByText(page)
})

test('redirects players who are signed in', async () => {
  server.answer('GET /api/user', 200, bea)
  open()
  await screen.findByText('The landing page')
})

test('focuses the first field', async () => {
  open()
  const field = await screen.findByLabelText('Username')
  expect(document.activeElement).toBe(field)
})

test.each([
  [401, 'wrong_credentials', 'Password', 'Check both'],
  [403, 'account_frozen', undefined, 'In words.'],
  [429, 'too_many_requests', undefined, 'In words.'],
] as const)(
  'explains a failed login: %i %s',
  async (status, code, label, text) => {
    const body = refusal(code, 'In words.')
    server.answer('POST /api/login', status, body)
    const panel = await openTab('Login')
    fill(panel)
    submit(panel, LOGIN)
    const alert = await panel.findByRole('alert')
    expect(alert.textContent).toContain(text)
    const invalid = panel.queryByLabelText('Password', {
      selector: '[aria-invalid]',
    })
    expect(invalid !== null).toBe(label === 'Password')
  },
)

test('clears a failed login and its toast on a change of tabs', async () => {
  server.answer('POST /api/login', 401, refusal('wrong_credentials', 'No.'))
  const panel = await openTab('Login')
  fill(panel)
  submit(panel, LOGIN)
  await screen.findByText('Login failed')
  fireEvent.click(screen.getByRole('tab', { name: 'Register' }))
  await waitFor(() => expect(screen.queryByText('Login failed')).toBeNull())
})

describe('registration', () => {
  test('requires both fields, and clears the issues on input', async () => {
    const panel = await openTab('Register')
    submit(panel, REGISTER)
    expect(await panel.findAllByText('Required')).toHaveLength(2)
    expect(routes()).toEqual(['GET /api/user'])
    fill(panel)
    expect(panel.queryByText('Required')).toBeNull()
  })

  test('shows an issue under its field until the tab changes', async () => {
    const text = 'Too bendy'
    const issues = [{ path: ['username'], message: text }]
    const body = refusal('invalid_request', 'Check the fields.', { issues })
    server.answer('POST /api/register', 400, body)
    const panel = await openTab('Register')
    fill(panel)
    submit(panel, REGISTER)
    await panel.findByText(text)
    const input = panel.getByLabelText('Username')
    const noteId = input.getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(noteId)?.textContent).toBe(text)
    expect(input.getAttribute('aria-invalid')).toBe('true')
    fireEvent.click(screen.getByRole('tab', { name: 'Login' }))
    fireEvent.click(screen.getByRole('tab', { name: 'Register' }))
    await screen.findByRole('tabpanel', { name: 'Register' })
    expect(screen.queryByText(text)).toBeNull()
  })

  test('shows the strength of the password', async () => {
    const panel = await openTab('Register')
    fill(panel)
    panel.getByText('Snaps easily')
    fill(panel, 'a7&Kp0-zQ!m2x')
    panel.getByText('Unsnappable')
  })
})

test.each([
  ['', 0],
  ['loop', 1],
  ['password1234567890', 1],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 1],
  ['stretchy12', 2],
  ['a7&Kp0-zQ!m2x', 3],
  ['four loops bend over a wide sky', 3],
])('rates the password %j as %d of 3', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})
