import { expect, inject, test } from 'vitest'
import { ApiPlayer } from '#testing/browser/api-player.ts'
import { dataFolder } from '#testing/browser/launch.ts'
import { sendDeposit } from '#testing/browser/send-deposit.ts'

test('who can not be paid is told why', async () => {
  await expect(sendDeposit(dataFolder(), 'nobody', '1')).rejects.toThrow(
    'Start the product first (npm start), or set RPC_URL.',
  )
  const dataDir = inject('dataDir')
  const { username } = await ApiPlayer.register(inject('productUrl'))
  await expect(sendDeposit(dataDir, username, '1')).rejects.toThrow(
    `${username} has no wallet yet.`,
  )
  await expect(sendDeposit(dataDir, 'nobody', '1')).rejects.toThrow(
    'There is no player nobody.',
  )
})
