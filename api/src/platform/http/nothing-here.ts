import type { RequestHandler } from 'express'
import { DomainError } from '#core/errors.ts'

/** Answers what no route took, in our own words instead of Express's page. */
export const nothingHere: RequestHandler = () => {
  throw new DomainError('not_found', 'There is nothing at this path.')
}
