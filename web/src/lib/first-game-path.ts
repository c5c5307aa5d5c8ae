/** Where "Play Now" and /home lead. */
export const firstGamePath = '/coinflip'
