import { type RequestHandler, Router } from 'express'
import { user } from '#core/api/account.ts'
import type { Endpoint } from '#core/api/endpoint.ts'
import { fairnessState } from '#core/api/fairness.ts'
import { transaction } from '#core/api/history.ts'
import { limitsAnswer } from '#core/api/limits.ts'
import { receipt } from '#core/api/receipts.ts'
import * as server from '#core/api/server.ts'
import { openSocket, socketMessage } from '#core/api/socket.ts'
import { sportsBet, sportsGame, sportsRecord } from '#core/api/sports.ts'
import { deposit, walletInfo } from '#core/api/wallet.ts'
import { openRaceRecord, raceRecord } from '#core/evidence/race-record.ts'
import { anyRecord } from '#core/evidence/record.ts'
import { openRecord, shownRecord } from '#core/evidence/round-record.ts'
import { createApiDocument } from './platform/http/openapi.ts'
import { staticText } from './platform/http/send.ts'

/** Conventions of all routes, in the Markdown of OpenAPI descriptions. */
const DESCRIPTION = `
Play money only: coins cannot be bought or cashed out.

**Values.** Bodies are JSON. Coins are whole numbers; all integers are between -(2^53 - 1) and 2^53 - 1. On-chain amounts are decimal strings in units of their asset, in /api/audit in 10^-18 of a unit. Times are ISO 8601 in UTC, and epoch milliseconds on the socket. Odds are American. Requests with fields that are not documented are refused.

**Signing in.** Registration and sign-in set a session cookie, which authenticates the requests that follow. Cross-site requests are refused.

**Errors.** Every refusal is an \`Error\`: \`code\` is one of a closed list, \`refusal\` names the exact reason where several share a code, \`message\` can be shown to the player, and \`requestId\` identifies the request in the logs. \`invalid_request\` lists the fields in \`issues\`; other codes may add fields such as \`legalActions\`, \`price\` or \`largestStake\`. \`429\` and \`503\` carry \`Retry-After\`.

**Idempotency.** Bets and game actions take an \`Idempotency-Key\`, a UUID. If a response is lost, repeat the request with the same key: it is executed once, and the first response is replayed. A key sent with a different request is refused as \`key_reused\`. Keys are kept for at least 24 hours.

**Fairness.** The response that starts a round carries the commitment to its server seed; the one that ends it reveals the seed. \`GET /api/verify/{id}\` returns the record that verifies the round independently of this server.
`.trim()

/** Schemas that several endpoints share, by their names in the document. */
const SCHEMAS = {
  Deposit: deposit,
  Fairness: fairnessState,
  Limits: limitsAnswer,
  OpenRaceRecord: openRaceRecord,
  OpenRoundRecord: openRecord,
  RaceRecord: raceRecord,
  Record: anyRecord,
  RoundRecord: shownRecord,
  SignedReceipt: receipt,
  SocketMessage: socketMessage,
  SportsBet: sportsBet,
  SportsGame: sportsGame,
  SportsRecord: sportsRecord,
  Transaction: transaction,
  User: user,
  WalletInfo: walletInfo,
}

/** Serves the OpenAPI document; the page that shows it is built with the web. */
export function referenceRoutes(endpoints: readonly Endpoint[]): Router {
  const router = Router()
  let answer: RequestHandler | undefined

  router.get(server.readReference.path, (req, res, next) => {
    answer ??= staticText(
      'json',
      JSON.stringify(
        createApiDocument(
          [...endpoints, ...Object.values(server), openSocket],
          {
            title: 'Bendy Casino API',
            description: DESCRIPTION,
            schemas: SCHEMAS,
          },
        ),
      ),
    )
    answer(req, res, next)
  })

  return router
}
