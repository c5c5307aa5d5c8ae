import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { User } from '#core/api/account.ts'
import { coins } from '#core/money/coins.ts'
import { findHref, press, type } from '#testing/page/acts.ts'
import { bea, refusal } from '#testing/page/players.ts'
import { renderPage } from '#testing/page/render-page.tsx'
import { stubServer } from '#testing/page/stub-server.ts'
import { useAuth } from '../session/auth.tsx'
import { type SignRequest, WalletSigning } from '../session/wallet-signing.ts'
import { AccountCare } from './account-care.tsx'

const server = stubServer()
const { sent } = server
const CHANGE = 'PUT /api/user/password'
const CLOSE = 'POST /api/user/close'
const LEAVE = 'POST /api/logout/everywhere'
const UNLINK = 'POST /api/auth/siwe/unlink'
const wallet = { address: `0x${'aB'.repeat(20)}`, isOnlyWayIn: false }
const player: User = { ...bea, balance: coins(1_000) }

beforeEach(() => server.answer('GET /api/user', 200, bea))

function Who() {
  return <p>{useAuth().user ? 'signed in' : 'signed out'}</p>
}

async function open(
  user = player,
  sign: (request: SignRequest) => void = () => undefined,
) {
  renderPage(
    <WalletSigning value={sign}>
      <Who />
      <AccountCare user={user} />
    </WalletSigning>,
  )
  await screen.findByText('signed in')
}

function changePassword(current: string): void {
  type('Current password', current)
  type('New password', 'new')
  press('Change password')
}

test('changes the password, and clears the form', async () => {
  server.answer(CHANGE, 200, bea)
  await open()
  changePassword('old')
  await screen.findByText('Password changed')
  expect(sent(CHANGE)).toEqual([{ currentPassword: 'old', password: 'new' }])
  const field = screen.getByLabelText<HTMLInputElement>('Current password')
  await waitFor(() => expect(field.value).toBe(''))
})

test('reports a wrong current password, and stays signed in', async () => {
  const wrong = refusal('wrong_password', 'That is not your password.')
  server.answer(CHANGE, 401, wrong)
  await open()
  changePassword('guess')
  await screen.findByText('That is not your password.')
  const field = screen.getByLabelText('Current password')
  expect(field.ariaInvalid).toBe('true')
  screen.getByText('signed in')
})

test('blames no field when a password change fails otherwise', async () => {
  server.answer(CHANGE, 503, refusal('too_busy', 'Try again.'))
  await open()
  changePassword('old')
  await screen.findByText('Try again.')
  const field = screen.getByLabelText('Current password')
  expect(field.ariaInvalid).not.toBe('true')
})

test('links to the stored data, and signs out everywhere', async () => {
  server.answer(LEAVE, 204)
  await open()
  expect(await findHref('Download my data')).toBe('/api/user/data')
  press('Sign out everywhere')
  await screen.findByText('signed out')
})

test('requires the password before closing the account', async () => {
  server.answer(CLOSE, 204)
  await open()
  press('Close my account')
  const dialog = within(await screen.findByRole('dialog'))
  expect(sent(CLOSE)).toEqual([])
  fireEvent.change(dialog.getByLabelText('Your password'), {
    target: { value: 'old' },
  })
  fireEvent.click(dialog.getByRole('button', { name: 'Close it for good' }))
  await screen.findByText('signed out')
  expect(sent(CLOSE)).toEqual([{ password: 'old' }])
})

test('requests a wallet signature when the account has no password', async () => {
  const requests: SignRequest[] = []
  const sign = (request: SignRequest) => requests.push(request)
  await open({ ...player, wallet: { ...wallet, isOnlyWayIn: true } }, sign)
  expect(screen.queryByLabelText('Current password')).toBeNull()
  press('Close my account')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByLabelText('Your password')).toBeNull()
  fireEvent.click(
    dialog.getByRole('button', { name: 'Confirm with my wallet' }),
  )
  expect(requests).toMatchObject([{ purpose: 'close' }])
})

test('offers to unlink the wallet before signing out everywhere', async () => {
  server.answer(UNLINK, 200, bea)
  server.answer(LEAVE, 204)
  await open({ ...player, wallet })
  press('Sign out everywhere')
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(`${wallet.address.slice(0, 8)}…`, { exact: false })
  fireEvent.change(dialog.getByLabelText('Your password'), {
    target: { value: 'old' },
  })
  expect(sent(LEAVE)).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Unlink and sign out' }))
  await screen.findByText('signed out')
  expect(sent(UNLINK)).toEqual([{ password: 'old' }])
})

test('lists changes of sign-in methods with their dates', async () => {
  server.answer('GET /api/user/security', 200, [
    {
      id: '01890000-0000-7000-8000-000000000001',
      kind: 'wallet_linked',
      wallet: wallet.address,
      at: '2026-03-01T12:00:00.000Z',
    },
  ])
  await open()
  const list = within(screen.getByRole('region', { name: 'Security notices' }))
  await list.findByText('Wallet 0xaBaBaB…aBaBaB linked')
  list.getByText(/^Mar 1, 2026/)
})
