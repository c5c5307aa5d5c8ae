/** Where "Play Now", "Back to Games" and /home lead. */
export const firstGamePath = '/slots'
