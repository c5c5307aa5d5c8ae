import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { call, flipTable } from '#testing/page/flip-table.tsx'
import { balance, skip } from '#testing/page/game-table.tsx'
import * as celebration from '../../domain/play/celebration.ts'
import { shortcuts } from '../../domain/play/shortcuts.ts'

const table = flipTable()

/** A side, so that the next flip ends as wanted. */
function sideThat(wins: boolean) {
  const isHeads = (table.rehearsed().result === 'heads') === wins
  return isHeads ? 'Heads' : 'Tails'
}

describe('a flip', () => {
  it('shows a win, its toast, its confetti, its coins and its proof', async () => {
    const celebrate = vi.spyOn(celebration, 'celebrate')
    const page = await table.open()
    call(sideThat(true))
    await skip()
    await screen.findByText('Winner!')
    const won = Number(balance()) - 1_000
    screen.getByText(`You won ${won} coins!`)
    expect(celebrate).toHaveBeenCalledOnce()
    expect([9, 10]).toContain(won)
    within(page).getByText(new RegExp(`You won ${won} coins$`))
    await within(page).findByRole('button', { name: /Proven fair/ })
  })

  it('shows a loss without a toast', async () => {
    const page = await table.open()
    call(sideThat(false))
    await skip()
    await within(page).findByText(/You lost 10 coins/)
    expect(balance()).toBe('990')
    expect(screen.queryByText('Winner!')).toBeNull()
  })

  it('is hidden by no explanation of the shield, nor is its result', async () => {
    const page = await table.open()
    const explained = () =>
      within(page).queryByText(/seals its part before you bet/)
    expect(explained()).not.toBeNull()
    call('Heads')
    await waitFor(() => expect(explained()).toBeNull())
    await skip()
    await within(page).findByRole('button', { name: /Proven fair/ })
    expect(explained()).toBeNull()
  })

  it('stakes what the input says, from 10', async () => {
    await table.open()
    const input = screen.getByRole('spinbutton', { name: 'Bet Amount' })
    expect((input as HTMLInputElement).value).toBe('10')
    fireEvent.change(input, { target: { value: '25' } })
    call('Tails')
    await skip()
    await waitFor(() =>
      expect(table.asked()).toEqual([{ betAmount: 25, choice: 'tails' }]),
    )
  })

  it.each([
    [1, '1 or 2 coins'],
    [10, '19 or 20 coins'],
    [50, '99 coins'],
  ])('says before it what %i would bring', async (bet, payout) => {
    await table.open()
    const input = screen.getByRole('spinbutton', { name: 'Bet Amount' })
    fireEvent.change(input, { target: { value: String(bet) } })
    screen.getByText(`A right call pays ${payout}, your bet included`)
  })

  it('keeps its secret while the coin is in the air', async () => {
    const page = await table.open()
    const tossedAt = performance.now()
    call('Heads')
    await waitFor(() => expect(table.asked()).toHaveLength(1))
    expect(balance()).toBe('1000')
    expect(within(page).getByRole('status').textContent).toBe('')
    await within(page).findByText(/You (won|lost)/)
    expect(performance.now() - tossedAt).toBeGreaterThan(1_490)
    expect(balance()).not.toBe('1000')
  })

  it('can not be bet above the balance', async () => {
    await table.open()
    const input = screen.getByRole('spinbutton', { name: 'Bet Amount' })
    fireEvent.change(input, { target: { value: '1001' } })
    const buttons = screen.getAllByRole('button', {
      name: 'Insufficient Balance',
    })
    expect(buttons).toHaveLength(2)
    for (const button of buttons) {
      expect((button as HTMLButtonElement).disabled).toBe(true)
    }
    fireEvent.keyDown(document.body, { key: 'h' })
    expect(table.asked()).toEqual([])
  })
})

describe('the keyboard', () => {
  it('flips with H and T, skips with any of its keys, and flips again with Enter', async () => {
    const page = await table.open()
    for (const [key, choice] of [
      ['h', 'heads'],
      ['T', 'tails'],
      ['Enter', 'tails'],
    ]) {
      const before = table.asked().length
      fireEvent.keyDown(document.body, { key })
      await screen.findByRole('button', { name: 'Tap to skip' })
      fireEvent.keyDown(document.body, { key: 'Enter' })
      await within(page).findByText(/You (won|lost)/)
      expect(table.asked().at(before)?.choice).toBe(choice)
      expect(table.asked()).toHaveLength(before + 1)
    }
  })

  it('flips again with Enter right from the field of the bet', async () => {
    const page = await table.open()
    call('Heads')
    await skip()
    await within(page).findByText(/You (won|lost)/)
    const field = screen.getByLabelText('Bet Amount')
    fireEvent.change(field, { target: { value: '25' } })
    // False is what a prevented event gives: nothing else comes of the key.
    expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(false)
    await skip()
    await within(page).findByText(/You (won|lost)/)
    expect(table.asked().at(-1)?.betAmount).toBe(25)
  })

  it('goes from side to side with the arrows', async () => {
    await table.open()
    fireEvent.keyDown(document.body, { key: 'ArrowRight' })
    expect(document.activeElement?.textContent).toBe('Tails')
    fireEvent.keyDown(document.body, { key: 'ArrowLeft' })
    expect(document.activeElement?.textContent).toBe('Heads')
  })

  it('leaves the browser its own shortcuts', async () => {
    await table.open()
    fireEvent.keyDown(document.body, { key: 't', ctrlKey: true })
    expect(table.asked()).toEqual([])
  })

  it('opens what has the focus, also while the coin is in the air', async () => {
    const page = await table.open()
    call('Heads')
    await screen.findByRole('button', { name: 'Tap to skip' })
    const shield = within(page).getByRole('button', { name: /Provably fair/ })
    for (const key of ['Enter', ' ']) {
      // False is what a prevented event gives.
      expect(fireEvent.keyDown(shield, { key })).toBe(true)
    }
    await skip()
    await within(page).findByText(/You (won|lost)/)
  })

  it('skips the toss with each key that the rules name, and no other', async () => {
    const page = await table.open()
    const skippers = ['h', 'T', 'Enter', ' ', 'Escape']
    for (const key of skippers) {
      call('Heads')
      await screen.findByRole('button', { name: 'Tap to skip' })
      expect(fireEvent.keyDown(document.body, { key: 'ArrowLeft' })).toBe(true)
      expect(fireEvent.keyDown(document.body, { key })).toBe(false)
      await within(page).findByText(/You (won|lost)/)
    }
    const rules = screen.getByText(/skip the toss/).textContent
    expect(rules).toContain('H, T, Enter, Space and Esc skip the toss')
  })

  it('does nothing once its switch is off', async () => {
    shortcuts.set('off')
    onTestFinished(() => shortcuts.set('on'))
    await table.open()
    fireEvent.keyDown(document.body, { key: 'h' })
    const heads = screen.getByRole('button', { name: 'Heads' })
    expect(heads.getAttribute('aria-keyshortcuts')).toBeNull()
    expect(table.asked()).toEqual([])
  })
})
