import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FairnessShield } from './fairness-shield.tsx'

const faces = [
  { state: 'unready', name: 'Getting ready', mark: 'none', colour: 'soft' },
  { state: 'ready', name: 'Provably fair', mark: 'none', colour: 'sky' },
  { state: 'open', name: 'Round open', mark: 'none', colour: 'sky' },
  { state: 'checking', name: 'Checking…', mark: 'none', colour: 'sky' },
  { state: 'proven', name: 'Proven fair', mark: 'check', colour: 'lime' },
  { state: 'pot_paid', name: 'Proven hit', mark: 'check', colour: 'lime' },
  {
    state: 'stepped_in',
    name: 'House stepped in',
    mark: 'dash',
    colour: 'sun',
  },
  { state: 'weaker', name: 'Weaker proof', mark: 'dash', colour: 'sun' },
  { state: 'unknown', name: 'Not witnessed', mark: 'dash', colour: 'soft' },
  { state: 'unchecked', name: 'Not checked', mark: 'dash', colour: 'soft' },
  {
    state: 'mismatch',
    name: 'Does not match',
    mark: 'cross',
    colour: 'bubblegum',
  },
] as const

it.each(faces)('$state is drawn with a $colour $mark', ({ state, ...face }) => {
  const { container } = render(<FairnessShield state={state} />)
  screen.getByRole('button', { name: new RegExp(`^${face.name}`) })
  const icons = Array.from(
    container.querySelectorAll<SVGElement>('[data-mark]'),
  )
  expect(icons).toHaveLength(2)
  for (const { classList, dataset } of icons) {
    expect(dataset.mark).toBe(face.mark)
    const colours = Array.from(classList).filter((name) =>
      name.startsWith('text-'),
    )
    expect(colours).toEqual([`text-${face.colour}`])
  }
})
