import { Router } from 'express'
import { limitRequests } from '../../platform/http/limit-requests.ts'
import { betsRoutes } from './bets.routes.ts'
import { chainRoutes } from './chain.routes.ts'
import { depositsRoutes } from './deposits.routes.ts'
import { houseRoutes } from './house.routes.ts'
import { playersRoutes } from './players.routes.ts'

/** Tokens can not be guessed; who tries many is stopped all the same. */
const REQUESTS = {
  limit: 1_200,
  windowMs: 60_000,
  refusal: 'Too many requests of operators at once. Try again in a minute.',
}

type OperatorRoutesDeps = Parameters<typeof houseRoutes>[0] &
  Parameters<typeof playersRoutes>[0] &
  Parameters<typeof betsRoutes>[0] &
  Parameters<typeof depositsRoutes>[0] &
  Parameters<typeof chainRoutes>[0]

export function operatorsRoutes(deps: OperatorRoutesDeps): Router {
  const router = Router()
  router.use('/operator', limitRequests(REQUESTS))
  router.use(
    houseRoutes(deps),
    playersRoutes(deps),
    betsRoutes(deps),
    depositsRoutes(deps),
    chainRoutes(deps),
  )
  return router
}
