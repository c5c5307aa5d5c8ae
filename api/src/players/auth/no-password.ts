/** In place of a hash: such an account is open to its wallet only. */
export const NO_PASSWORD = '!'
