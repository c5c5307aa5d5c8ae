import { Router } from 'express'
import { dataHeaders } from '../http/security-headers.ts'
import { sendJsonText } from '../http/send-json.ts'
import { openApiDocument } from './openapi-document.ts'
import { platformReference } from './platform-reference.ts'
import type { ReferenceSection } from './route-reference.ts'

/** Serves the OpenAPI document; the page that shows it is built with the web. */
export function referenceRoutes(sections: readonly ReferenceSection[]): Router {
  const router = Router()
  let text: string | undefined

  router.get('/docs/openapi.json', dataHeaders, (_req, res) => {
    text ??= JSON.stringify(openApiDocument([...sections, platformReference]))
    sendJsonText(res, text)
  })

  return router
}
