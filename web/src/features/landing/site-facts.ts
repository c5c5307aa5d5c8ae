export interface SiteFacts {
  /** Who alone speaks for the house in its chats; none while it has no chat. */
  chatAdmins: readonly string[]
  /** Where the house itself writes; none while it writes nowhere. */
  socialLinks: readonly { label: string; href: string }[]
  /** Open projects the house is built on: they are thanked, and promise nothing. */
  builtOn: readonly { name: string; href: string }[]
}

/** Whoever runs the house writes down here what is true of theirs. */
export const siteFacts: SiteFacts = {
  chatAdmins: [],
  socialLinks: [],
  builtOn: [
    { name: 'Hardhat', href: 'https://hardhat.org' },
    { name: 'Ponder', href: 'https://ponder.sh' },
    { name: 'PostgreSQL', href: 'https://www.postgresql.org' },
    { name: 'React', href: 'https://react.dev' },
  ],
}
