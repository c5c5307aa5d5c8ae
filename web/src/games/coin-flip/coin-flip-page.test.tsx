import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { passes } from '#testing/page/fast-time.ts'
import { call, flipTable } from '#testing/page/flip-table.tsx'
import { balance, hit, skip, typeStake } from '#testing/page/game-table.tsx'
import * as celebration from '../shared/celebration.ts'

const table = flipTable()

/** A side, so that the next flip ends as wanted. */
function sideThat(wins: boolean) {
  const isHeads = (table.rehearsed().result === 'heads') === wins
  return isHeads ? 'Heads' : 'Tails'
}

const result = (page: HTMLElement) =>
  within(page).findByText(/You lost \d+ coins?$|Paid/)

describe('a flip', () => {
  test('shows a win, its toast, its confetti and its coins, or a loss, and its proof', async () => {
    const celebrate = vi.spyOn(celebration, 'celebrate')
    const page = await table.open()
    call(sideThat(false))
    await skip()
    await within(page).findByText(/You lost 10 coins/)
    expect(balance()).toBe('990')
    await within(page).findByRole('button', { name: /Proven fair/ })
    expect(celebrate).not.toHaveBeenCalled()
    expect(screen.queryByText('Winner!')).toBeNull()
    call(sideThat(true))
    await skip()
    await screen.findByText('Winner!')
    const won = Number(balance()) - 980
    screen.getByText(`You won ${won} coins!`)
    expect(celebrate).toHaveBeenCalledOnce()
    expect([19, 20]).toContain(won)
    within(page).getByText(
      new RegExp(`Paid ${won} coins \\(\\+${won - 10}\\)$`),
    )
    await within(page).findByRole('button', { name: /Proven fair/ })
  })

  test('stakes the amount of the input, 10 at first, and names its payout beforehand', async () => {
    const page = await table.open()
    const pays = (payout: string) =>
      screen.getByText(`A correct call pays ${payout}, including your bet`)
    pays('19 or 20 coins')
    typeStake(1)
    pays('1 or 2 coins')
    typeStake(50)
    pays('99 coins')
    call('Tails')
    await skip()
    await result(page)
    expect(table.requests()).toEqual([{ betAmount: 50, choice: 'tails' }])
  })

  test('hides the result for 1500 ms while the coin is in the air', async () => {
    const page = await table.open()
    call('Heads')
    await passes(1_499)
    expect(table.requests()).toHaveLength(1)
    expect(balance()).toBe('990')
    // The next bet is measured by what is certain.
    screen.getByText('1 to 1,000 coins')
    expect(within(page).getByRole('status').textContent).toBe('')
    await passes(1)
    await result(page)
    const { balance: paid } = table.honest()
    await waitFor(() => expect(balance()).toBe(String(paid)))
  })
})

describe('the keyboard', () => {
  test('flips with H and T, repeats with Enter, and skips with the documented keys', async () => {
    const page = await table.open()
    for (const [at, [key, choice, skipKey]] of [
      ['h', 'heads', 'h'],
      ['T', 'tails', 'T'],
      ['Enter', 'tails', 'Enter'],
      ['Enter', 'tails', ' '],
      ['Enter', 'tails', 'Escape'],
    ].entries()) {
      hit(key ?? '')
      await screen.findByRole('button', { name: 'Tap to skip' })
      expect(hit('ArrowLeft')).toBe(true)
      expect(hit(skipKey ?? '')).toBe(false)
      await result(page)
      expect(table.requests().at(-1)?.choice).toBe(choice)
      expect(table.requests()).toHaveLength(at + 1)
    }
    const rules = screen.getByText(/skip the toss/).textContent
    expect(rules).toContain('H, T, Enter, Space and Esc skip the toss')
  })

  test('ignores browser shortcuts, and keys of the focused element during a flip', async () => {
    const page = await table.open()
    fireEvent.keyDown(document.body, { key: 't', ctrlKey: true })
    expect(table.requests()).toEqual([])
    call('Heads')
    await screen.findByRole('button', { name: 'Tap to skip' })
    const shield = within(page).getByRole('button', { name: /Provably fair/ })
    for (const key of ['Enter', ' ']) {
      expect(fireEvent.keyDown(shield, { key })).toBe(true)
    }
    await skip()
    await result(page)
  })
})
