import type { Feature } from '../../platform/feature.ts'
import { recordsReference } from './records.reference.ts'
import {
  type RecordAnchors,
  type RecordSource,
  recordsRoutes,
} from './records.routes.ts'

/** What verifies a bet, whichever feature took it. */
export function openRecords(
  sources: readonly RecordSource[],
  { service }: { service: RecordAnchors },
): Feature {
  return {
    reference: [recordsReference],
    routes: () => recordsRoutes(sources, service),
  }
}
