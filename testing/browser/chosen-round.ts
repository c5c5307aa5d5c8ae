import type { Page, Request } from 'playwright-core'
import { inject } from 'vitest'
import type { Draws } from '#core/fairness/draws.ts'
import { fairnessState } from '#core/schemas/fairness.ts'
import type { User } from '#core/schemas/user.ts'
import { wantedSeed } from '#testing/player/chosen-seed.ts'
import { streamKeyOf } from './stream-key.ts'
import { sawToast } from './toast.ts'

/** A player at a game's page, and where the product keeps their secrets. */
type Chooser = { page: Page; player: User; dataDir?: string }

/**
 * Types a client seed into the drawer under which the player's next round is
 * as wanted: the browser made it, so it can prove the round.
 */
export async function chooseNextRound(
  { page, player, dataDir = inject('dataDir') }: Chooser,
  isWanted: (draws: Draws) => boolean,
): Promise<void> {
  const streamKey = await streamKeyOf(player.id, dataDir)
  const state = await page.request.get('/api/fairness')
  const { nonce } = fairnessState.parse(await state.json())
  const seed = wantedSeed({ streamKey, nonce }, isWanted)

  await page.getByRole('button', { name: player.username }).click()
  await page.getByRole('button', { name: 'Account', exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('tab', { name: 'Provably Fair' }).click()
  await drawer.getByLabel('Client seed').fill(seed)
  const isAnswer = (request: Request) =>
    request.url().endsWith('/api/fairness/client-seed') &&
    request.postDataJSON()?.clientSeed === seed
  // The toast of an earlier change may still be there.
  await Promise.all([
    page.waitForResponse((response) => isAnswer(response.request())),
    drawer.getByRole('button', { name: 'Change', exact: true }).click(),
  ])
  const toast = 'Your next round is played on it.'
  await sawToast(page, 'Client seed changed', toast)
  await drawer.getByRole('button', { name: 'Close' }).click()
  await drawer.waitFor({ state: 'detached' })
}
