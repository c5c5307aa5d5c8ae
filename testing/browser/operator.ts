import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import type { User } from '#core/api/account.ts'
import { runScript } from '#testing/process/run-script.ts'
import { newPlayer } from './player.ts'

/** Registers an operator, who is then signed in on this page. */
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
