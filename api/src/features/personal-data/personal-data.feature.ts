import type { Guards } from '../../platform/http/player.ts'
import type { Platform } from '../../platform/platform.ts'
import { personalDataRoutes } from './personal-data.routes.ts'
import type { PersonalData } from './personal-json.ts'

/** All that is stored of a player, for them to take along. */
export function openPersonalData(
  { log }: Pick<Platform, 'log'>,
  data: PersonalData,
) {
  return {
    routes: ({ requirePlayer }: Guards) =>
      personalDataRoutes({ data, requirePlayer, log }),
  }
}
