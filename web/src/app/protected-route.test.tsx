import { useQueryClient } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { bea, refusal } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { useAuth } from '../session/auth.tsx'
import { useIsNewcomer, useReturnPath } from '../session/return-path.ts'
import { userQueryKey } from '../session/user-query.ts'
import { ProtectedRoute } from './protected-route.tsx'

const server = stubServer()

function renderGame() {
  renderPage(
    <Routes>
      <Route element={<ProtectedRoute />}>
        <Route path="/game" element={<Game />} />
      </Route>
      <Route path="/auth" element={<Login />} />
    </Routes>,
    '/game?table=2',
  )
}

function Login() {
  return (
    <p>
      The login, and on to {useReturnPath()}
      {useIsNewcomer() && ', as a newcomer'}
    </p>
  )
}

function Game() {
  const queryClient = useQueryClient()
  const reload = () => queryClient.invalidateQueries({ queryKey: userQueryKey })
  return (
    <>
      <p>The game</p>
      <button type="button" onClick={() => void reload()}>
        Load again
      </button>
      <output>{useAuth().error?.message}</output>
    </>
  )
}

test('redirects signed-out players to the login', async () => {
  server.answer('GET /api/user', 401, refusal('signed_out', 'Sign in first.'))
  renderGame()
  await screen.findByText('The login, and on to /game?table=2')
})

test('redirects to registration before the first sign-in', async () => {
  localStorage.clear()
  server.answer('GET /api/user', 401, refusal('signed_out', 'Sign in first.'))
  renderGame()
  await screen.findByText('The login, and on to /game?table=2, as a newcomer')
})

test('offers to try again instead of a login while the server is down', async () => {
  server.answer('GET /api/user', 502, 'Bad Gateway')
  renderGame()
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText(/The login/)).toBeNull()

  server.answer('GET /api/user', 200, bea)
  fireEvent.click(again)
  expect(await screen.findByText('The game')).toBeTruthy()
})

test('keeps players in a game while the server is down', async () => {
  server.answer('GET /api/user', 200, bea)
  renderGame()
  const again = await screen.findByRole('button', { name: 'Load again' })
  server.answer('GET /api/user', 502, 'Bad Gateway')
  fireEvent.click(again)
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toBe('502: Bad Gateway'),
  )
  screen.getByText('The game')
})
