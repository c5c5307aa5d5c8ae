import { expect, test } from 'vitest'
import { transactions } from '#core/api/history.ts'
import { dataFolder, launch, partPids } from '#testing/browser/launch.ts'
import { sendDeposit } from '#testing/browser/local-node.ts'
import { openPage } from '#testing/browser/open-page.ts'
import {
  findWallet,
  generateWallet,
  newPlayer,
  readBalance,
} from '#testing/browser/player.ts'
import { identifyProcess } from '../../scripts/process/system-processes.ts'

test('a deposit is refused with a reason or credited once, and survives a restart with a new chain', async () => {
  await expect(sendDeposit(dataFolder(), 'nobody', '1')).rejects.toThrow(
    'Start the product first (npm start), or set RPC_URL.',
  )
  const dataDir = dataFolder()
  const first = await launch(dataDir)
  const page = await openPage({ baseURL: first.url })
  const { username } = await newPlayer(page)
  await expect(sendDeposit(dataDir, 'nobody', '1')).rejects.toThrow(
    'There is no player nobody.',
  )
  await expect(sendDeposit(dataDir, username, '1')).rejects.toThrow(
    `${username} has no wallet yet.`,
  )
  await generateWallet(page)
  const { address } = await findWallet(page)
  const printed = await sendDeposit(dataDir, username, '0.05')
  expect(printed).toContain(`Sent 0.05 tBNB to ${address}: 0x`)
  const counts = [1, 2, 3, 4, 5, 6].map((count) => `${count}/6 confirmations`)
  expect(printed).toContain([...counts, 'Credited 5000 coins.'].join('\n'))
  const { deposits } = await findWallet(page)
  expect(deposits).toMatchObject([
    { amount: '0.05', cryptoType: 'tBNB', status: 'confirmed', coins: 5000 },
  ])

  const pids = partPids(dataDir)
  expect(await first.stop()).toBe(0)
  expect(pids.filter(identifyProcess)).toEqual([])
  await expect(sendDeposit(dataDir, username, '1')).rejects.toThrow(
    'No chain answers. Start it first',
  )
  await launch(dataDir, { env: { PORT: new URL(first.url).port } })
  expect(await readBalance(page)).toBe(6_000)
  const history = deposits.map((one) => ({ ...one, reason: 'Earlier chain' }))
  expect((await findWallet(page)).deposits).toEqual(history)
  await generateWallet(page)
  expect((await findWallet(page)).address).toBe(address)

  await sendDeposit(dataDir, username, '150', 'GUMBY')
  expect(await readBalance(page)).toBe(6_150)
  const answer = await page.request.get('/api/transactions?type=deposit')
  const rows = transactions.parse(await answer.json())
  expect(rows.map(({ amount }) => amount)).toEqual([150, 5_000])
  expect((await findWallet(page)).deposits.slice(1)).toEqual(history)
})
