import { expect, onTestFinished, test, vi } from 'vitest'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { LedgerService } from './ledger.service.ts'
import { LedgerStore } from './ledger.store.ts'

const server = await openTestServer()

/** Has transactions that move a player's coins fail when they are committed. */
async function failCommits({ id }: TestPlayer): Promise<void> {
  await server.pool.query(
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql
       AS $$ BEGIN RAISE 'the commit fails'; END $$;
     CREATE CONSTRAINT TRIGGER fails AFTER UPDATE ON users
       DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
       WHEN (NEW.id = '${id}') EXECUTE FUNCTION fail()`,
  )
  onTestFinished(async () => {
    await server.pool.query('DROP FUNCTION fail CASCADE')
  })
}

test.each([
  ['grant', (ledger: LedgerService, id: string) => ledger.grant(id, 7)],
  ['reset', (ledger: LedgerService, id: string) => ledger.reset(id)],
])('nobody hears of a %s that was not committed', async (_name, move) => {
  const { db, clock } = server.platform
  const onBalance = vi.fn()
  const store = new LedgerStore(db)
  const ledger = new LedgerService({ db, store, clock, onBalance })
  const player = await server.newPlayer()
  await server.features.ledger.service.grant(player.id, 5)
  await failCommits(player)

  await expect(move(ledger, player.id)).rejects.toThrow('Failed query: commit')

  expect(onBalance).not.toHaveBeenCalled()
  const { body } = await player.client.get('/api/user')
  expect(body).toMatchObject({ balance: 1_005 })
})
