import { expect, it } from 'vitest'
import { paymentTrouble } from './payment-trouble.ts'

it.each([
  'insufficient funds for gas * price + value',
  'Sender doesn’t have enough funds to send tx',
  'ERC20: transfer amount exceeds balance',
])('knows that %j is too little, however deep it is said', (message) => {
  const error = new Error('outer', { cause: new Error(message) })
  expect(paymentTrouble(error)).toContain('too little')
})

it('may be tried again at once when its owner declined', () => {
  const error = Object.assign(new Error('no'), { code: 4001 })
  expect(paymentTrouble(error)).toContain('You declined')
})

it('sends nobody to pay twice when it is not clear what happened', () => {
  expect(paymentTrouble(new Error('timeout'))).toContain(
    'Check its activity before you try again',
  )
})
