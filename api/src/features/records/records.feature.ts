import type { Feature } from '../../platform/feature.ts'
import { type RecordSource, recordsRoutes } from './records.routes.ts'

/** What verifies a bet, whichever feature took it. */
export function openRecords(sources: readonly RecordSource[]): Feature {
  return { routes: () => recordsRoutes(sources) }
}
