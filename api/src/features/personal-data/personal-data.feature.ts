import type { Guards } from '../../platform/http/player.ts'
import type { Platform } from '../../platform/platform.ts'
import { personalDataReference } from './personal-data.reference.ts'
import { personalDataRoutes } from './personal-data.routes.ts'
import type { PersonalData } from './personal-json.ts'

/** All that is stored of a player, for them to take along. */
export function openPersonalData(
  { log }: Pick<Platform, 'log'>,
  data: PersonalData,
) {
  return {
    reference: [personalDataReference],
    routes: ({ requirePlayer }: Guards) =>
      personalDataRoutes({ data, requirePlayer, log }),
  }
}
