import {
  listOpenRounds,
  openRoundEndpoint,
  playEndpoint,
  toAnswer,
} from '#core/api/rounds.ts'
import type { GameRegistry } from '#core/games/registry.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LimitsModule } from '../../players/limits/limits.ts'
import { answerBet, type BetEngine } from '../engine/bet-engine.ts'
import type { MoveRequest } from '../engine/moves.ts'
import { snapshotReader } from '../engine/player-snapshots.ts'
import { createRoundBets } from '../engine/round-bets.ts'
import { createRoundsStore } from '../engine/rounds.store.ts'
import type { FairnessModule } from '../fairness/fairness.ts'
import type { OnFinished } from '../settled-bets.ts'
import { idleRoundsJob } from './idle-rounds-job.ts'
import { createRoundsService } from './rounds.service.ts'

type Dependencies = {
  games: GameRegistry
  engine: Pick<BetEngine, 'forKinds' | 'place'>
  fairness: Pick<FairnessModule, 'service'>
  limits: Pick<LimitsModule, 'service'>
  feed: { service: { note: OnFinished } }
}

/** Creates the module of rounds: their bets, endpoints and the job that ends idle ones. */
export function createRounds(platform: Platform, needs: Dependencies) {
  const { db, hashes } = platform
  const { engine, games } = needs
  const store = createRoundsStore(db)
  const fairness = needs.fairness.service
  const limits = needs.limits.service
  const reading = { fairness, games, hashes, limits, store }
  const onFinished = needs.feed.service.note
  const bets = createRoundBets({ ...engine.forKinds, hashes, onFinished })
  const play = (request: MoveRequest) => engine.place(bets, request)
  const readSnapshots = snapshotReader(reading)
  const records = createRoundsService({ ...reading, readSnapshots })
  const service = { ...records, play }
  return {
    service,
    mount(serve: Serve) {
      for (const game of games.currentGames) {
        const answer = toAnswer(game)
        for (const request of game.requests) {
          const endpoint = playEndpoint(game, request, answer)
          serve(endpoint, ({ body: move, ...call }) =>
            answerBet(call, (request) => play({ ...request, game, move })),
          )
        }
        if (game.choices) {
          serve(openRoundEndpoint(game, answer), ({ playerId }) =>
            service.openRound(playerId, game),
          )
        }
      }
      serve(listOpenRounds, ({ playerId }) => service.readOpenRounds(playerId))
    },
    jobs: [idleRoundsJob(platform, { games, play, store })],
  }
}
