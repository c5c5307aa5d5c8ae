import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MAX_COINS } from '#core/money/coins.ts'
import { openDepositAccounts } from '#testing/chain/deposit-accounts.ts'
import { SITE } from '#testing/chain/deposits-on.ts'
import { depositListOver } from './deposits.feature.ts'
import { cryptoDeposits } from './deposits.table.ts'

const { db, newAccount, pay } = await openDepositAccounts()
const list = depositListOver(db, () => new Date(), SITE.instanceId)

test('what waits for the operator is not what waits longest for the chain', async () => {
  const account = await newAccount()
  const old = await pay(account, 5, '0.03')
  const createdAt = new Date(Date.now() - 60 * 60_000)
  await db
    .update(cryptoDeposits)
    .set({ createdAt })
    .where(eq(cryptoDeposits.id, old.id))
  const waits = { oldestWaitingAt: createdAt.toISOString(), undecided: 1 }
  expect(await list.state()).toMatchObject({ ...waits, oldestForChainAt: null })

  const fresh = await pay(account, 6, '0.04')
  await db
    .update(cryptoDeposits)
    .set({ confirmations: 1 })
    .where(eq(cryptoDeposits.id, fresh.id))
  expect(await list.state()).toMatchObject({
    ...waits,
    oldestForChainAt: fresh.createdAt.toISOString(),
  })
})

test('what waits may be more than any balance holds', async () => {
  const account = await newAccount()
  await pay(account, 6, '90071992547.4')
  await pay(account, 7, '90071992547.3')
  expect(await list.state()).toMatchObject({
    waitingCoins: MAX_COINS,
    lastDay: [{ status: 'pending', coins: MAX_COINS }],
  })
})
