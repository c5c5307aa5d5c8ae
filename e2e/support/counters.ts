/** A game's page, the buttons that bet there, and what it says of failures. */
export type Counter = {
  title: string
  path: string
  buttons: readonly [string, ...string[]]
  /** How the words of a refusal are told. */
  told: (status: number, message: string) => string
  /** What is said where nobody can say what happened. */
  unclear: string
}

const withStatus: Counter['told'] = (status, message) => `${status}: ${message}`

const withoutStatus: Counter['told'] = (_status, message) => message

export const counters: readonly Counter[] = [
  {
    title: 'Slots',
    path: '/slots',
    buttons: ['Spin'],
    told: withStatus,
    unclear: 'Failed to spin',
  },
  {
    title: 'Coin Flip',
    path: '/coinflip',
    buttons: ['Heads', 'Tails'],
    told: withStatus,
    unclear: 'Failed to flip coin',
  },
  {
    title: 'Blackjack',
    path: '/blackjack',
    buttons: ['Deal'],
    told: withoutStatus,
    unclear: 'Failed to perform action',
  },
  {
    title: 'Hi-Lo',
    path: '/hilo',
    buttons: ['Start Game'],
    told: withoutStatus,
    unclear: 'The server did not answer. Try again.',
  },
]
