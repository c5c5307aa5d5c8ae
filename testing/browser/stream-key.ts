import { Client } from 'pg'
import { configOf } from '../../api/src/config.ts'
import { streamKeyBox } from '../../api/src/features/fairness/stream-keys.ts'
import { systemEntropy } from '../../api/src/platform/entropy.ts'
import { sealedBox } from '../../api/src/platform/secrets/sealed-box.ts'
import { bareEnvironment } from '../../scripts/lib/bare-environment.ts'
import { findRunning } from '../../scripts/lib/product-database.ts'

/** A player's secret, as the house itself reads it, out of a product that runs. */
export async function streamKeyOf(
  player: string,
  dataDir: string,
): Promise<Uint8Array> {
  const place = { dataDir, databaseUrl: undefined }
  const env = findRunning(place, bareEnvironment())
  if (!env) throw new Error(`no product runs on ${dataDir}`)
  const { masterKeys, databaseUrl } = configOf(env)
  const database = new Client(databaseUrl)
  await database.connect()
  try {
    const { rows } = await database.query<{ sealed_key: Buffer }>(
      'SELECT sealed_key FROM stream_keys WHERE user_id = $1',
      [player],
    )
    const [row] = rows
    if (!row) throw new Error('no such player')
    const box = sealedBox(masterKeys, systemEntropy)
    return streamKeyBox(box, systemEntropy).open(player, row.sealed_key)
  } finally {
    await database.end()
  }
}
