import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Deposit } from '#core/api/wallet.ts'
import { coins } from '#core/money/coins.ts'
import { creditedDeposit, pendingDeposit } from '#testing/page/wallets.ts'
import { DepositList } from './deposit-list.tsx'

const show = (deposit: Deposit) => render(<DepositList deposits={[deposit]} />)

function steps() {
  const timeline = screen.getByRole('list', { name: 'Progress' })
  return within(timeline).getAllByRole('listitem')
}

function stepTexts() {
  return steps().map(
    (step) => step.querySelector('span.font-bold')?.textContent,
  )
}

function currentStep() {
  return steps().find((step) => step.ariaCurrent === 'step')?.textContent
}

test('counts the confirmations of a pending deposit', () => {
  show(pendingDeposit)
  screen.getByText('0.05 tBNB')
  screen.getByText('Pending')
  expect(stepTexts()).toEqual(['Seen', '3/6 confirmations', 'Coins next'])
  expect(currentStep()).toBe('3/6 confirmations')
})

test('waits for the credit once a deposit has enough confirmations', () => {
  show({ ...pendingDeposit, confirmations: 6, reason: 'An operator decides.' })
  expect(currentStep()).toBe('Crediting…')
  screen.getByText('An operator decides.')
})

test('promises no coins for a deposit that brings none', () => {
  const reason = 'Below the minimum of 0.01 tBNB'
  show({ ...pendingDeposit, coins: coins(0), reason })
  expect(stepTexts().at(-1)).toBe('No coins')
})

test('shows when a deposit was seen and credited, and its coins', () => {
  show(creditedDeposit)
  screen.getByText('Confirmed')
  expect(stepTexts()).toEqual(['Seen', '6/6 confirmations', 'Credited'])
  screen.getByText('5,000')
  const times = steps().map((step) => step.querySelector('time')?.dateTime)
  expect(times).toEqual([
    creditedDeposit.createdAt,
    undefined,
    creditedDeposit.confirmedAt,
  ])
})

test.each([
  ['below_minimum', 'Below minimum'],
  ['rejected', 'Rejected'],
  ['reversed', 'Reversed'],
] as const)('shows %s as failed, with the reason', (status, end) => {
  const reason = 'This is why.'
  show({ ...pendingDeposit, status, reason, coins: coins(0) })
  screen.getByText('Failed')
  expect(stepTexts().at(-1)).toBe(end)
  expect(currentStep()).toBeUndefined()
  screen.getByText(reason)
})

test('links to the transaction on its chain if both are known', () => {
  const { unmount } = show(creditedDeposit)
  const link = screen.getByRole('link', { name: /^Transaction/ })
  expect(link.getAttribute('href')).toBe(
    `https://testnet.bscscan.com/tx/${creditedDeposit.txHash}`,
  )
  unmount()
  const local = show({ ...creditedDeposit, chainId: 31_337 })
  expect(screen.queryByRole('link')).toBeNull()
  screen.getByText('0xababab…ababab')
  local.unmount()
  show({ ...creditedDeposit, txHash: null })
  expect(screen.queryByText(/Transaction/)).toBeNull()
})
