/** Explains in a sentence why no round can be steered. */
export const FAIR_PROMISE =
  'The casino seals its half of the chance before you bet, and your browser adds the other half, so nobody can steer the result.'
