import { Router } from 'express'
import { noBody, parseRequest } from '../../platform/http/parse-request.ts'
import { playerOf, type RequirePlayer } from '../../platform/http/player.ts'
import type { WalletService } from './wallet.service.ts'

export function walletRoutes(
  wallet: WalletService,
  requirePlayer: RequirePlayer,
): Router {
  const router = Router()
  router.use('/wallet', requirePlayer)

  router.get('/wallet/info', async (_req, res) => {
    res.json(await wallet.info(playerOf(res)))
  })

  router.post('/wallet/generate', async (req, res) => {
    parseRequest(noBody, req.body)
    res.json(await wallet.generate(playerOf(res)))
  })

  return router
}
