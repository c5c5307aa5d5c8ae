import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Footer } from './footer.tsx'
import { siteFacts } from './site-facts.ts'

const names = () =>
  screen.getByRole('region', { name: 'Security notice' }).textContent

it('names the official chat admins and links where the house writes', () => {
  const socialLinks = [{ label: 'X', href: 'https://social.example/house' }]
  const chatAdmins = ['@one', '@other']
  render(<Footer facts={{ ...siteFacts, chatAdmins, socialLinks }} />)
  expect(names()).toContain('Only @one and @other are official chat admins.')
  const link = screen.getByRole('link', { name: 'X' })
  expect(link.getAttribute('href')).toBe('https://social.example/house')
})

it('says so where there are none, and links nowhere', () => {
  render(<Footer facts={{ ...siteFacts, chatAdmins: [], socialLinks: [] }} />)
  expect(names()).toContain('This house has no chat and no chat admins')
  expect(screen.queryByRole('list', { name: 'Social' })).toBeNull()
})

it('asks to play responsibly', () => {
  render(<Footer facts={siteFacts} />)
  screen.getByText(
    'Soon to be a Licensed and regulated blockchain gaming platform. Please play responsibly.',
  )
})
