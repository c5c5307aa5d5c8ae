import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { coins } from '#core/money/coins.ts'
import { bea } from '#testing/page/players.ts'
import { AccountDrawer } from './account-drawer.tsx'

function openDrawer() {
  render(
    <AccountDrawer
      user={{ ...bea, balance: coins(12_345) }}
      wallet={<p>The wallet card</p>}
      tabs={[
        { value: 'fair', label: 'Provably Fair', content: <p>The hashes</p> },
      ]}
      open
      onOpenChange={() => undefined}
    />,
  )
  return within(
    screen.getByRole('dialog', { name: 'Account Settings & History' }),
  )
}

it('says whose account it is, what is in it, and since when', () => {
  const drawer = openDrawer()
  drawer.getByText('Bea')
  drawer.getByText('12,345')
  drawer.getByText('Member since March 1, 2026')
})

it('shows the wallet above the tabs', () => {
  const drawer = openDrawer()
  const wallet = drawer.getByText('The wallet card')
  const tab = drawer.getByRole('tab', { name: 'Provably Fair' })
  expect(wallet.compareDocumentPosition(tab)).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  )
  drawer.getByText('The hashes')
})
