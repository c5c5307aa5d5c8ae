import type { RequestHandler } from 'express'
import { Refusal } from '#core/refusals.ts'

/** Answers what no route took, in our own words instead of Express's page. */
export const nothingHere: RequestHandler = () => {
  throw new Refusal('not_found')
}
