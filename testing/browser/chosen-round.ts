import { Client } from 'pg'
import type { Page, Request } from 'playwright-core'
import { inject } from 'vitest'
import type { User } from '#core/api/account.ts'
import { fairnessState } from '#core/api/fairness.ts'
import type { Draws } from '#core/fairness/draws.ts'
import { wantedSeed } from '#testing/player/chosen-seed.ts'
import { streamKeyBox } from '../../api/src/betting/fairness/stream-keys.ts'
import { parseConfig } from '../../api/src/config.ts'
import { systemEntropy } from '../../api/src/platform/entropy.ts'
import { sealedBox } from '../../api/src/platform/secrets/sealed-box.ts'
import { bareEnvironment } from '../../scripts/process/bare-environment.ts'
import { findRunning } from '../../scripts/product/product-database.ts'
import { openDrawer } from './player.ts'
import { waitForToast } from './wait-for.ts'

/** A player on a game's page, and the data directory of the product. */
type Chooser = { page: Page; player: User; dataDir?: string }

/**
 * Sets a client seed for which the player's next round is as wanted, by the page, so
 * that the browser can prove the round.
 */
export async function chooseNextRound(
  { page, player, dataDir = inject('dataDir') }: Chooser,
  isWanted: (draws: Draws) => boolean,
): Promise<void> {
  const streamKey = await readStreamKey(player.id, dataDir)
  const state = await page.request.get('/api/fairness')
  const { nonce } = fairnessState.parse(await state.json())
  const seed = wantedSeed({ streamKey, nonce }, isWanted)

  const drawer = await openDrawer(page, player.username, 'Provably Fair')
  await drawer.getByLabel('Client seed').fill(seed)
  const isAnswer = (request: Request) =>
    request.url().endsWith('/api/fairness/client-seed') &&
    request.postDataJSON()?.clientSeed === seed
  // The toast of an earlier change may still be shown.
  await Promise.all([
    page.waitForResponse((response) => isAnswer(response.request())),
    drawer.getByRole('button', { name: 'Change', exact: true }).click(),
  ])
  const toast = 'Your next round will use it.'
  await waitForToast(page, 'Client seed changed', toast)
  await drawer.getByRole('button', { name: 'Close' }).click()
  await drawer.waitFor({ state: 'detached' })
}

/** Reads a player's secret from a running product, as the API does. */
async function readStreamKey(
  player: string,
  dataDir: string,
): Promise<Uint8Array> {
  const { masterKeys } = parseConfig(getEnvironment(dataDir))
  const [row] = await queryDatabase<{ sealed_key: Buffer; from_epoch: number }>(
    dataDir,
    'SELECT sealed_key, from_epoch FROM stream_keys WHERE user_id = $1 ORDER BY from_epoch DESC',
    player,
  )
  if (!row) throw new Error('no such player')
  const box = sealedBox(masterKeys, systemEntropy)
  const { sealed_key: sealedKey, from_epoch: fromEpoch } = row
  const key = { userId: player, fromEpoch, sealedKey }
  return streamKeyBox(box, systemEntropy).open(key)
}

function getEnvironment(dataDir: string): NodeJS.ProcessEnv {
  const place = { dataDir, databaseUrl: undefined }
  const env = findRunning(place, bareEnvironment())
  if (!env) throw new Error(`no product runs on ${dataDir}`)
  return env
}

/** Queries a running product's database as superuser. */
export async function queryDatabase<R extends object>(
  dataDir: string,
  text: string,
  ...values: unknown[]
): Promise<R[]> {
  const { databaseUrl } = parseConfig(getEnvironment(dataDir))
  const database = new Client(databaseUrl)
  await database.connect()
  try {
    await database.query("SET session_replication_role = 'replica'")
    return (await database.query<R>(text, values)).rows
  } finally {
    await database.end()
  }
}
