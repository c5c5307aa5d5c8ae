import { expect, test } from 'vitest'
import { transactions } from '#core/schemas/transaction.ts'
import { ApiPlayer } from '#testing/browser/api-player.ts'
import { dataFolder, launch, partPids } from '#testing/browser/launch.ts'
import { sendDeposit } from '#testing/browser/send-deposit.ts'
import { identifyProcess } from '../../scripts/lib/process-identity.ts'

/** A wallet waits for its registration, and a deposit for six blocks. */
const polling = { interval: 250 }

async function activeWallet(player: ApiPlayer): Promise<string | null> {
  await expect
    .poll(async () => (await player.wallet()).state, polling)
    .toBe('active')
  return (await player.wallet()).address
}

async function depositsInLedger(player: ApiPlayer): Promise<number[]> {
  const rows = transactions.parse(await player.get('/api/transactions'))
  return rows
    .filter(({ type }) => type === 'deposit')
    .map(({ amount }) => amount)
}

test('a deposit is credited once, and stays over a restart with its new chain', async () => {
  const dataDir = dataFolder()
  const first = await launch(dataDir)
  const player = await ApiPlayer.register(first.url)
  await player.generateWallet()
  const address = await activeWallet(player)
  const printed = await sendDeposit(dataDir, player.username, '0.05')
  expect(printed).toContain(`Sent 0.05 tBNB to ${address}: 0x`)
  const told = [1, 2, 3, 4, 5, 6].map((count) => `${count}/6 confirmations`)
  expect(printed).toContain([...told, 'Credited 5000 coins.'].join('\n'))
  const [credited] = (await player.wallet()).deposits
  expect((await player.wallet()).deposits).toMatchObject([
    { amount: '0.05', cryptoType: 'tBNB', status: 'confirmed', coins: 5000 },
  ])

  const pids = partPids(dataDir)
  expect(await first.stop()).toBe(0)
  expect(pids.filter(identifyProcess)).toEqual([])
  await expect(sendDeposit(dataDir, player.username, '1')).rejects.toThrow(
    'No chain answers. Start it first',
  )
  const second = await launch(dataDir)
  player.url = second.url
  expect((await player.user()).balance).toBe(6000)
  const history = [{ ...credited, reason: 'Earlier chain' }]
  expect((await player.wallet()).deposits).toEqual(history)
  expect(await activeWallet(player)).toBe(address)

  await sendDeposit(dataDir, player.username, '150', 'GUMBY')
  expect((await player.user()).balance).toBe(6150)
  expect(await depositsInLedger(player)).toEqual([150, 5000])
  expect((await player.wallet()).deposits.slice(1)).toEqual(history)
})
