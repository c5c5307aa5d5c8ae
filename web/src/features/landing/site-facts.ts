/** The only people who speak for the house in its chat. */
export const chatAdmins = ['@bendy_bea', '@loopy_lou'] as const

export const socialLinks = [
  { label: 'X', href: 'https://x.com/GumbyonSOL' },
  { label: 'Telegram', href: 'https://t.me/GumbyonSOL' },
] as const

/** The open projects the house stands on. */
export const partners = ['Hardhat', 'Ponder', 'PostgreSQL', 'React'] as const
