import { type RequestHandler, Router } from 'express'
import { builtAnswer } from '../http/built-answer.ts'
import { dataHeaders } from '../http/security-headers.ts'
import { openApiDocument } from './openapi-document.ts'
import { platformReference } from './platform-reference.ts'
import type { ReferenceSection } from './route-reference.ts'

/** Serves the OpenAPI document; the page that shows it is built with the web. */
export function referenceRoutes(sections: readonly ReferenceSection[]): Router {
  const router = Router()
  let answer: RequestHandler | undefined

  router.get('/docs/openapi.json', dataHeaders, (req, res, next) => {
    answer ??= builtAnswer(
      'json',
      JSON.stringify(openApiDocument([...sections, platformReference])),
    )
    answer(req, res, next)
  })

  return router
}
