/** Why no round can be steered, in a sentence for who has never heard of it. */
export const FAIR_PROMISE =
  'The house seals its half of the chance before you bet, and your browser adds the other half: nobody can steer what comes out.'
