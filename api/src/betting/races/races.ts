import { listRaceBets, placeRaceBet, readRaceState } from '#core/api/races.ts'
import { RACE_GAME_TYPE } from '#core/race/settled-race.ts'
import type { LedgerModule } from '../../ledger/ledger.ts'
import type { ChainAccess } from '../../platform/chain/chain-access.ts'
import { createLease, whileLeading } from '../../platform/db/lease.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SocketsModule } from '../../platform/ws/sockets.ts'
import { answerBet, type BetEngine } from '../engine/bet-engine.ts'
import type { PausesModule } from '../pauses/pauses.ts'
import { type OnFinished, settledPushes } from '../settled-bets.ts'
import { createRaceBets } from './race-bets.ts'
import { createRaceView } from './race-view.ts'
import { createRacesService } from './races.service.ts'
import { createLeader, type RaceTimes } from './run/race-leader.ts'
import { createRaceSettler } from './run/race-settler.ts'
import { chainSalts, type SaltSource } from './run/salt-source.ts'
import { createSeedChains } from './run/seed-chains.ts'

/** Maximum delay of a race's steps. */
const TICK_EVERY_MS = 100
const VIEW_EVERY_MS = 1_000

const TIMES: RaceTimes = {
  openMs: 30_000,
  winnerMs: 3_000,
  headWithinMs: 20_000,
  // Bridges about a thousand blocks without finality.
  saltWithinMs: 10 * 60_000,
}

type Dependencies = {
  /** Source of salts; without it there are no races. */
  chain: Pick<ChainAccess, 'chain'> | undefined
  feed: { service: { note: OnFinished } }
  engine: Pick<BetEngine, 'forKinds' | 'place'>
  ledger: Pick<LedgerModule, 'onBalance'>
  pauses: Pick<PausesModule, 'service'>
  sockets: Pick<SocketsModule, 'hub' | 'push'>
}

/** Creates the module of horse races, which all players share. */
export async function createRaces(platform: Platform, needs: Dependencies) {
  const { engine, sockets } = needs
  const view = createRaceView(platform, sockets.hub)
  await view.refresh()
  platform.events.subscribe('races', () => void view.refresh())
  sockets.hub.setWelcome(view.welcome)
  const raceBets = createRaceBets({ ...engine.forKinds, view })
  const service = createRacesService(platform, view)
  const { chain } = needs
  const leading =
    chain &&
    createRaceLeader(platform, { ...needs, salts: chainSalts(chain.chain) })
  const backOffMaxMs = VIEW_EVERY_MS
  const jobs: Job[] = [
    // Covers lost notifications.
    {
      name: 'race_view',
      everyMs: VIEW_EVERY_MS,
      backOffMaxMs,
      run: view.refresh,
    },
  ]
  if (leading)
    jobs.push({
      name: 'races',
      everyMs: TICK_EVERY_MS,
      backOffMaxMs,
      run: whileLeading(leading.lease, leading.leader.tick),
    })
  return {
    service,
    view,
    mount(serve: Serve) {
      serve(readRaceState, () => view.welcome())
      // Polled by every page each second, with or without a session.
      serve(listRaceBets, ({ playerId }) =>
        playerId ? view.readStakes(playerId) : [],
      )
      serve(placeRaceBet, ({ body: bet, ...call }) =>
        answerBet(call, (bettor) => engine.place(raceBets, { ...bettor, bet })),
      )
    },
    jobs,
    release: async () => leading?.lease.release(),
  }
}

/** Creates the leader that runs the races in the leading process. */
export function createRaceLeader(
  platform: Platform,
  needs: Pick<Dependencies, 'feed' | 'ledger' | 'pauses' | 'sockets'> & {
    salts: SaltSource
    times?: RaceTimes
  },
) {
  const { ledger, pauses, salts, times = TIMES } = needs
  const leader = createLeader(platform, {
    chains: createSeedChains({
      ...platform,
      ...platform.createSecrets('races'),
    }),
    salts,
    settleBets: createRaceSettler(platform, {
      onBalance: ledger.onBalance,
      onSettled: settledPushes(RACE_GAME_TYPE, { ...platform, ...needs }),
    }),
    times,
    isPaused: () => pauses.service.isPaused(RACE_GAME_TYPE),
  })
  return { leader, lease: createLease('races', platform) }
}
