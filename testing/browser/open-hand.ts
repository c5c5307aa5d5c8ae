import type { BrowserContextOptions, Page } from 'playwright-core'
import { chooseNextRound } from './chosen-round.ts'
import type { HandTable } from './hand-tables.ts'
import { openPage } from './open-page.ts'
import { newPlayer } from './player.ts'

/** The console tells of each refusal. */
const REFUSED = [/status of 409/]

export const GONE_ON =
  'The round has gone on meanwhile, perhaps in another tab.'

/** A player at a table, whose next round goes as the table wants. */
export async function sit(
  table: HandTable,
  motion: BrowserContextOptions = {},
) {
  const page = await openPage({ ...motion, complaints: REFUSED })
  const player = await newPlayer(page)
  await page.goto(table.path)
  await chooseNextRound({ page, player }, table.isOf)
  return { page, player }
}

/** Waits until all cards lie, and the player can end the round. */
export function sawTurn(page: Page, { end }: HandTable): Promise<void> {
  return page.getByRole('button', { name: end, disabled: false }).waitFor()
}

/** The cards that lie on the table, as they are spoken. */
export function cardsOn(page: Page, { title }: HandTable) {
  const cards = page.getByRole('region', { name: title }).getByRole('img')
  return cards.evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel))
}
