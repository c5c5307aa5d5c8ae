import type { Locator, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import type { User } from '#core/schemas/user.ts'
import { runScript } from '#testing/process/run-script.ts'
import { newPlayer } from './player.ts'

/** Registers an operator, who is signed in on this page's browser from then on. */
export async function newOperator(
  page: Page,
  dataDir = inject('dataDir'),
): Promise<User> {
  const user = await newPlayer(page)
  const env = { DATA_DIR: dataDir }
  const granted = ['grant', user.username]
  const { code, stderr } = await runScript('operator.ts', granted, env)
  expect(code, stderr).toBe(0)
  return user
}

/** Opens a part of the operators' page by its link. */
export async function openPart(page: Page, name: string): Promise<void> {
  const parts = page.getByRole('navigation', { name: 'Operator' })
  await parts.getByRole('link', { name, exact: true }).click()
}

export async function openPlayer(page: Page, username: string): Promise<void> {
  await openPart(page, 'Players')
  await page.getByRole('searchbox', { name: 'Find a player' }).fill(username)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: username, exact: true }).click()
  await page.getByRole('heading', { name: username }).waitFor()
}

interface Confirmed {
  /** What opens the dialog. */
  button: Locator
  /** The button that acts. */
  verb: string
  reason: string
}

/** Acts, and waits until it is done. */
export async function confirmAction(
  page: Page,
  { button, verb, reason }: Confirmed,
): Promise<void> {
  await button.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: verb, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}
