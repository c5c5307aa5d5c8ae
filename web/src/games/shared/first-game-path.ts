import { pagePath } from '../../lib/page-path.ts'

/** Where "Get Bendy!", "Play Now" and "Back to Games" lead. */
export const firstGamePath = pagePath('/slots')
