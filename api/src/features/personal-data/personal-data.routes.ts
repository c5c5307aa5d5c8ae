import { Router } from 'express'
import * as z from 'zod/mini'
import { limitRequests } from '../../platform/http/limit-requests.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import { playerOf, type RequirePlayer } from '../../platform/http/player.ts'
import { sendFile } from '../../platform/http/send-file.ts'
import type { Logger } from '../../platform/logger.ts'
import { type PersonalData, personalJson } from './personal-json.ts'

/** Each one reads all that there is of a player. */
const FILES = {
  limit: 10,
  windowMs: 10 * 60 * 1_000,
  refusal: 'Too many files at once. Try again in some minutes.',
}

const noQuery = z.strictObject({})

export function personalDataRoutes(deps: {
  data: PersonalData
  requirePlayer: RequirePlayer
  log: Logger
}): Router {
  const { data, requirePlayer, log } = deps
  const router = Router()
  const limited = limitRequests({
    ...FILES,
    keyOf: (_req, res) => playerOf(res),
  })

  router.get('/user/data', requirePlayer, limited, async (req, res) => {
    parseRequest(noQuery, req.query)
    const pieces = personalJson(data, playerOf(res))
    const type = 'application/json; charset=utf-8'
    await sendFile(res, { name: 'my-data.json', type, pieces }, log)
  })

  return router
}
