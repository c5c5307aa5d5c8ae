import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { blankLinks, namedLinks } from '#testing/page/site-links.ts'
import type { SiteLinks } from '../../domain/site/site-links.ts'
import { Footer } from './footer.tsx'

const show = (links: SiteLinks) => render(<Footer links={links} />)
const notice = () => screen.getByRole('region', { name: 'Security notice' })
const linkTo = (name: RegExp) =>
  screen.getByRole('link', { name }).getAttribute('href')

it('names the two official chat admins', () => {
  show(namedLinks)
  expect(notice().textContent).toContain(
    'Our two official admins on Telegram: @one and @other.',
  )
})

it('says that admins are to come where none are named', () => {
  show(blankLinks)
  expect(within(notice()).getAllByText('Coming soon')).toHaveLength(2)
})

it('links to a microblog and a messenger', () => {
  show(namedLinks)
  expect(linkTo(/^X/)).toBe('https://x.example/house')
  expect(linkTo(/^Telegram/)).toBe('https://t.example/house')
})

it.each(['X', 'Telegram'])('shows %s as to come where it has none', (name) => {
  show(blankLinks)
  const button = screen.getByRole('button', { name: `${name}Coming soon` })
  expect(button.hasAttribute('disabled')).toBe(true)
  expect(screen.queryByRole('link', { name: new RegExp(name) })).toBeNull()
})

it('has a row of partners, and of what it is built on', () => {
  show(namedLinks)
  expect(linkTo(/Launchpad/)).toBe('https://pad.example')
  const built = screen.getByRole('region', { name: 'Built on' })
  expect(within(built).getByText('Tool')).toBeTruthy()
})

it('links to no partner that has no page', () => {
  show(blankLinks)
  expect(screen.getByText('Launchpad · Coming soon')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Launchpad/ })).toBeNull()
})

it('asks to play responsibly', () => {
  show(namedLinks)
  screen.getByText(
    'Soon to be a Licensed and regulated blockchain gaming platform. Please play responsibly.',
  )
})
