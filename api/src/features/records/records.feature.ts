import type { Feature } from '../../platform/feature.ts'
import { recordsReference } from './records.reference.ts'
import {
  type PastRaces,
  type RecordAnchors,
  type RecordSource,
  recordsRoutes,
} from './records.routes.ts'

/** What verifies a bet, whichever feature took it. */
export function openRecords(
  sources: readonly RecordSource[],
  needs: { races: { service: PastRaces }; anchors: { service: RecordAnchors } },
): Feature {
  const { anchors, races } = needs
  return {
    reference: [recordsReference],
    routes: () => recordsRoutes(sources, races.service, anchors.service),
  }
}
