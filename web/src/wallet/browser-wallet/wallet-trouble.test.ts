import { expect, it } from 'vitest'
import { refusal } from '#testing/page/players.ts'
import { ApiError } from '../../lib/call.ts'
import { AccountSwitched } from './prove-wallet.ts'
import { connectTrouble, walletTrouble } from './wallet-trouble.ts'

const wrapped = (code: number) =>
  new Error('outer', {
    cause: new Error('inner', { cause: { code, message: 'wallet' } }),
  })

it.each([
  [4001, 'You declined'],
  [4100, 'is locked'],
  [4902, 'does not know this network'],
  [-32002, 'is already asking you'],
])(
  'knows a wallet that answers %i, however deep it is wrapped',
  (code, told) => {
    expect(walletTrouble(wrapped(code))).toContain(told)
    expect(
      walletTrouble(Object.assign(new Error('plain'), { code })),
    ).toContain(told)
  },
)

it('says what the house said', () => {
  const body = refusal('siwe_expired', 'The message has expired.')
  const error = new ApiError(
    { status: 403, statusText: 'Forbidden' },
    JSON.stringify(body),
  )
  expect(walletTrouble(error)).toBe('The message has expired.')
})

it('tells of another account', () => {
  expect(walletTrouble(new AccountSwitched())).toContain('switched accounts')
})

it.each([wrapped(-32603), new Error('anything')])(
  'has a way on for what it does not know',
  (error) => {
    expect(walletTrouble(error)).toContain('try again')
  },
)

it('blames no wallet for a house that is away', () => {
  const lost = { status: 502, statusText: 'Bad Gateway' }
  const told = 'The server did not answer. Try again.'
  const byProxy = new ApiError(lost, '<html>nginx</html>')
  expect(walletTrouble(byProxy)).toBe(told)
  expect(walletTrouble(new TypeError('Failed to fetch'))).toBe(told)
})

it('blames no server for a wallet that lacks what others have', () => {
  const error = new TypeError('provider.on is not a function')
  expect(connectTrouble(error)).toContain('Your wallet did not answer')
})
