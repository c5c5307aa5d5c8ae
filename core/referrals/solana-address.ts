/**
 * An address on Solana: 32 to 44 characters of base58, which has no 0, O, I
 * and l. Whether anybody has the key is not to be seen from it.
 */
export const SOLANA_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
