/** A player as the house sends one. */
export const bea = {
  id: '01890000-0000-7000-8000-0000000000be',
  username: 'Bea',
  balance: 1_000,
  createdAt: '2026-03-01T12:00:00.000Z',
  role: 'player',
} as const

/** A refusal as the house sends one. */
export function refusal(code: string, message: string, more: object = {}) {
  return { code, message, requestId: 'r-1', ...more }
}
