import { expect, test } from 'vitest'
import { refusal } from '#testing/page/players.ts'
import { ApiError } from '../../lib/call.ts'
import {
  AccountSwitched,
  connectErrorText,
  paymentErrorText,
  walletErrorText,
} from './wallet-errors.ts'

const wrap = (code: number) =>
  new Error('outer', {
    cause: new Error('inner', { cause: { code, message: 'wallet' } }),
  })

test.each([
  [4001, 'You declined'],
  [4100, 'is locked'],
  [4902, 'doesn’t have this network'],
  [-32002, 'already has an open request'],
])('finds code %i, however deep it is wrapped', (code, text) => {
  const plain = Object.assign(new Error('plain'), { code })
  expect(walletErrorText(wrap(code))).toContain(text)
  expect(walletErrorText(plain)).toContain(text)
  expect(paymentErrorText(plain)).toContain(text)
})

test('shows the message of a refusal', () => {
  const body = refusal('siwe_expired', 'The message has expired.')
  const error = new ApiError(
    { status: 403, statusText: 'Forbidden' },
    JSON.stringify(body),
  )
  expect(walletErrorText(error)).toBe('The message has expired.')
})

test('names a switch of accounts', () => {
  expect(walletErrorText(new AccountSwitched())).toContain('switched accounts')
})

test.each([wrap(-32603), new Error('anything')])(
  'suggests another try after an unknown error',
  (error) => expect(walletErrorText(error)).toContain('try again'),
)

test('does not blame the wallet when the server is away', () => {
  const lost = { status: 502, statusText: 'Bad Gateway' }
  const text = 'The server didn’t respond. Try again.'
  const byProxy = new ApiError(lost, '<html>nginx</html>')
  expect(walletErrorText(byProxy)).toBe(text)
  expect(walletErrorText(new TypeError('Failed to fetch'))).toBe(text)
})

test('does not blame the server when connecting fails', () => {
  const error = new TypeError('provider.on is not a function')
  expect(connectErrorText(error)).toContain('Your wallet didn’t respond')
})

test.each([
  'insufficient funds for gas * price + value',
  'Sender doesn’t have enough funds to send tx',
  'ERC20: transfer amount exceeds balance',
])('recognises too little funds in %j, however deep', (message) => {
  const error = new Error('outer', { cause: new Error(message) })
  expect(paymentErrorText(error)).toContain('doesn’t have enough')
})

test('warns against paying twice when the outcome is unclear', () => {
  expect(paymentErrorText(new Error('timeout'))).toContain(
    'Check its activity before you try again',
  )
})
