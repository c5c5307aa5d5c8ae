import { expect, test } from 'vitest'
import { onStage } from './lib/stage.ts'

test('before contracts are deployed the API serves, also with RPC_URL set', async () => {
  await onStage(async (stage) => {
    stage.env.DATA_DIR = stage.directory
    stage.env.RPC_URL = 'http://127.0.0.1:1'
    const { url } = await stage.startNode('scripts/api.ts', {
      readyPath: '/readyz',
    })
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  })
})
