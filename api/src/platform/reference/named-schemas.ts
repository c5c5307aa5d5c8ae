import * as z from 'zod/mini'
import { type ErrorCode, REFUSALS } from '#core/errors.ts'
import { anyRecord } from '#core/schemas/any-record.ts'
import { fairnessState } from '#core/schemas/fairness.ts'
import { limitsAnswer } from '#core/schemas/limits.ts'
import { problem } from '#core/schemas/problem.ts'
import { openRaceRecord, raceRecord } from '#core/schemas/race-record.ts'
import { receipt } from '#core/schemas/receipt.ts'
import { socketMessage } from '#core/schemas/socket-message.ts'
import { sportsBet, sportsGame, sportsRecord } from '#core/schemas/sports.ts'
import { transaction } from '#core/schemas/transaction.ts'
import { user } from '#core/schemas/user.ts'
import { openRecord, shownRecord } from '#core/schemas/verification-record.ts'
import { deposit, walletInfo } from '#core/schemas/wallet.ts'

/** All error codes. */
const codes = z.enum([
  'invalid_request',
  'internal',
  ...Object.keys(REFUSALS).filter(isCode),
])

export const anyError = z.extend(problem, { code: codes })

/** Shared schemas, by their names in the document. */
export const NAMED_SCHEMAS: Readonly<Record<string, z.ZodMiniType>> = {
  Deposit: deposit,
  Error: anyError,
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

function isCode(key: string): key is ErrorCode {
  return key in REFUSALS
}
