import type { Page } from 'playwright-core'
import type { User } from '#core/schemas/user.ts'
import { newPlayer } from './player.ts'

/**
 * Does what opens a player's first page, and waits until the browser has pinned
 * and seeded their epoch: a bet waits for that a moment only, and what was bet
 * before can be replayed, but not proven.
 */
export async function untilSeeded(
  page: Page,
  act: () => Promise<unknown>,
): Promise<void> {
  await Promise.all([
    page.waitForResponse('**/api/fairness/client-seed'),
    act(),
  ])
}

/** Opens a game for a new player, whose rounds can be proven from the first. */
export async function openGame(page: Page, path: string): Promise<User> {
  const player = await newPlayer(page)
  await untilSeeded(page, () => page.goto(path))
  return player
}
