import { pagePath } from './page-path.ts'

/** Where "Get Bendy!", "Play Now" and "Back to Games" lead. */
export const firstGamePath = pagePath('/slots')
