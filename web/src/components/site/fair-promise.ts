/** Explains in one sentence why no round can be rigged. */
export const FAIR_PROMISE =
  'The casino seals its half of the randomness before you bet, and your browser adds the other half, so neither side can rig the result.'
