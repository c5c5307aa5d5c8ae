import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Tabs } from './tabs.tsx'

test('reports a tab when it opens, and not when the focus returns to it', () => {
  const onOpen = vi.fn()
  const tabs = ['a', 'b'].map((value) => ({ value, label: value, content: '' }))
  render(<Tabs label="Letters" tabs={tabs} onOpen={onOpen} />)
  fireEvent.focus(screen.getByRole('tab', { name: 'a' }))
  expect(onOpen).not.toHaveBeenCalled()
  fireEvent.focus(screen.getByRole('tab', { name: 'b' }))
  fireEvent.click(screen.getByRole('tab', { name: 'b' }))
  expect(onOpen.mock.calls).toEqual([['b']])
})
