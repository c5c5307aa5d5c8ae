import { pagePath } from '../../lib/page-path.ts'

/** Target of "Get Bendy!", "Play Now" and "Back to Games". */
export const firstGamePath = pagePath('/slots')
