import { parentPort, workerData } from 'node:worker_threads'
import { roundShares } from '#core/returns/round-shares.ts'
import { systemClock } from '../../platform/clock.ts'
import { databaseOn, openPool } from '../../platform/db/database.ts'
import { makeLogger } from '../../platform/logger.ts'
import { gameKits } from './game-kits.ts'
import { RoundCounter } from './round-counter.ts'
import { TalliesStore } from './tallies.store.ts'

// A thread of its own: what chance gave a player takes seconds to learn of a
// game, and no bet may wait for it.
const { databaseUrl }: { databaseUrl: string } = workerData
const db = databaseOn(openPool(databaseUrl, makeLogger('error')))
const counter = new RoundCounter({
  db,
  store: new TalliesStore(db),
  sharesOf: roundShares(await gameKits()),
  clock: systemClock,
})

parentPort?.on('message', () => {
  counter.countAll().then(
    () => parentPort?.postMessage({}),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }),
  )
})
