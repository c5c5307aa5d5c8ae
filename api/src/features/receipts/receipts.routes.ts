import { Router } from 'express'
import { receiptQuery } from '#core/schemas/receipt.ts'
import { limitRequests } from '../../platform/http/limit-requests.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import { playerOf, type RequirePlayer } from '../../platform/http/player.ts'
import { sendJsonText } from '../../platform/http/send-json.ts'
import type { ReceiptsService } from './receipts.service.ts'

/** Each one reads and signs; a page asks once after coins have come unasked. */
const RECEIPTS = {
  limit: 120,
  windowMs: 60_000,
  refusal: 'Too many receipts at once. Try again in a minute.',
}

export function receiptsRoutes(
  receipts: ReceiptsService,
  requirePlayer: RequirePlayer,
): Router {
  const router = Router()
  const limited = limitRequests({
    ...RECEIPTS,
    keyOf: (_req, res) => playerOf(res),
  })

  router.get('/receipts', requirePlayer, limited, async (req, res) => {
    const { seq } = parseRequest(receiptQuery, req.query)
    const player = playerOf(res)
    const receipt = await (seq === undefined
      ? receipts.newest(player)
      : receipts.of(player, Number(seq)))
    sendJsonText(res, `{"receipt":${receipt ?? null}}`)
  })

  router.get('/receipts/keys', async (_req, res) => {
    res.json({ keys: await receipts.keys() })
  })

  return router
}
