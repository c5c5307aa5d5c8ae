import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { coins } from '#core/money/coins.ts'
import { LineOverlay, WinningList } from './lines.tsx'

// Where a cell is one by one, the middle of the first is at 0.5,0.5.
const lines = [
  [0, 'Top Row', '0.5,0.5 1.5,0.5 2.5,0.5 3.5,0.5 4.5,0.5'],
  [1, 'Middle Row', '0.5,1.5 1.5,1.5 2.5,1.5 3.5,1.5 4.5,1.5'],
  [2, 'Bottom Row', '0.5,2.5 1.5,2.5 2.5,2.5 3.5,2.5 4.5,2.5'],
  [3, 'V Pattern', '0.5,0.5 1.5,1.5 2.5,2.5 3.5,1.5 4.5,0.5'],
  [4, 'Inverted V', '0.5,2.5 1.5,1.5 2.5,0.5 3.5,1.5 4.5,2.5'],
] as const

const createWin = (line: number, matches: number) => ({
  line,
  matches,
  symbol: 'ETH' as const,
  payout: coins(1_400),
})

function getBands(line: number, matches: number) {
  const { container } = render(
    <LineOverlay lines={[createWin(line, matches)]} />,
  )
  const bands = container.querySelectorAll(`[data-line="${line}"] polyline`)
  return Array.from(bands, (band) => band.getAttribute('points'))
}

test.each(lines)('draws line %i, the %s, over its cells', (line, name, way) => {
  expect(getBands(line, 5)).toEqual([way, way])
  render(<WinningList lines={[createWin(line, 5)]} />)
  const won = screen.getByRole('listitem')
  expect(won.textContent).toBe(`${name}5 × ETH1,400`)
  expect(won.querySelector('polyline')?.getAttribute('points')).toBe(way)
})

test('draws a line as far as its symbols match', () => {
  const way = '0.5,0.5 1.5,1.5 2.5,2.5'
  expect(getBands(3, 3)).toEqual([way, way])
})
