import { expect } from 'vitest'
import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import type { ChainHead } from '#core/race/salt.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import type { RaceRow } from '../../api/src/betting/races/races.store.ts'
import { createRaceLeader } from '../../api/src/betting/races/races.ts'
import type { SaltSource } from '../../api/src/betting/races/run/salt-source.ts'
import { eventually } from './eventually.ts'
import type { ApiOptions } from './test-api.ts'
import { openTestServer } from './test-server.ts'

/** Long enough for every test: they end phases themselves. */
const TIMES = {
  openMs: 600_000,
  winnerMs: 0,
  headWithinMs: 20_000,
  saltWithinMs: 600_000,
}

/** Opens an API whose races the test leads. */
export async function openRacesServer(
  options?: ApiOptions,
  given: { salts?: SaltSource; openMs?: number } = {},
) {
  const server = await openTestServer(options)
  const { modules, platform } = server
  const salts = new ScriptedSalts()
  const { openMs = TIMES.openMs } = given
  const times = { ...TIMES, openMs }
  const parts = { ...modules, salts, ...given, times }
  const { leader, lease } = createRaceLeader(platform, parts)

  async function tick(): Promise<void> {
    const term = await eventually(async () => {
      const held = await lease.term()
      expect(held).toBeDefined()
      return held
    })
    if (term) await leader.tick(term)
  }

  async function race(): Promise<RaceRow> {
    const { rows } = await server.pool.query<{ number: number }>(
      'SELECT number FROM races ORDER BY number DESC LIMIT 1',
    )
    const seen = await eventually(async () => {
      await modules.races.view.refresh()
      const current = modules.races.view.race
      expect(current?.number).toBe(Number(rows[0]?.number))
      return current
    })
    if (!seen) throw new Error('There is no race')
    return seen
  }

  /** Ends the time of the current phase. */
  async function passTime(): Promise<void> {
    await server.pool.query(`
      BEGIN;
      SET LOCAL session_replication_role = replica;
      UPDATE races SET
        closes_at = least(closes_at, clock_timestamp()),
        closed_at = least(closed_at, clock_timestamp() - interval '1 minute'),
        ends_at = least(ends_at, clock_timestamp())
      WHERE number = (SELECT max(number) FROM races);
      COMMIT`)
  }

  async function reach(status: RaceRow['status']): Promise<RaceRow> {
    await eventually(async () => {
      await tick()
      expect((await race()).status).toBe(status)
    })
    return race()
  }

  return {
    ...server,
    salts,
    passTime,
    reach,
    tick,
    open: () => reach('open'),
    async run(): Promise<RaceRow> {
      await passTime()
      await reach('running')
      await passTime()
      return reach('settled')
    },
    async runVoid(): Promise<RaceRow> {
      salts.isAway = true
      await passTime()
      await reach('closed')
      await passTime()
      const race = await reach('void')
      salts.isAway = false
      return race
    },
    async readBalance({ client }: Pick<TestPlayer, 'client'>): Promise<number> {
      const { body } = await client.get('/api/user')
      return (body as { balance: number }).balance
    },
  }
}

/** Makes blocks on request, each younger than the previous one. */
class ScriptedSalts implements SaltSource {
  readonly chain = {
    chainId: LOCAL_CHAIN,
    genesisHash: `0x${'9e'.repeat(32)}`,
  } as const
  #height = 100
  isAway = false
  /** True while the chain finalizes nothing. */
  isStalled = false
  /** True if the chain's clock runs ahead of the server's. */
  isAhead = false

  async head(): Promise<ChainHead> {
    if (this.isAway) throw new Error('No node answers')
    const timestamp = this.isAhead ? 2 ** 40 : 0
    return { number: this.#height, timestamp }
  }

  async isFinalizing(): Promise<boolean> {
    if (this.isAway) throw new Error('No node answers')
    return !this.isStalled
  }

  async findBlockAfter(momentMs: number) {
    if (this.isAway || this.isStalled) return undefined
    const number = ++this.#height
    const hash = `0x${String(number).padStart(64, '0')}`
    const timestamp = Math.floor(momentMs / 1_000) + 1
    return { ...this.chain, number, hash, timestamp }
  }
}
