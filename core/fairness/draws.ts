import { assert } from '../assert.ts'
import type { Hashes } from './hashes.ts'

/** Source of a round's randomness. */
export type Seeds = {
  /** 64 hex characters; their UTF-8 text is the HMAC key. */
  serverSeed: string
  clientSeed: string
  /** Counts the player's rounds, from 0. */
  nonce: number
}

/** Four bytes of a digest, big-endian: a whole number below {@link WORD_RANGE}. */
export type Draw = number

/** Exclusive upper bound of draws. */
export const WORD_RANGE = 2 ** 32

/** Returns the n-th draw of a round, n from 0; deterministic. */
export type Draws = (index: number) => Draw

/** Draws per HMAC. */
export const WORDS_A_BLOCK = 8
const HEX_A_WORD = 8

/**
 * Returns a round's draws, computed lazily. Block b is HMAC-SHA256 keyed by the
 * server seed's text over `clientSeed:nonce:b`; consecutive blocks are split
 * into words of four bytes. This is the byte scheme that Stake publishes, so
 * verifiers made for it reproduce these draws.
 */
export function createDraws(hashes: Hashes, seeds: Seeds): Draws {
  const { serverSeed, clientSeed, nonce } = seeds
  const blocks: string[] = []

  function block(number: number): string {
    const message = `${clientSeed}:${nonce}:${number}`
    blocks[number] ??= hashes.hmacSha256(serverSeed, message)
    return blocks[number]
  }

  return (index) =>
    drawFromStream(
      block(Math.floor(index / WORDS_A_BLOCK)),
      index % WORDS_A_BLOCK,
    )
}

/** Reads a draw from its block's digest. @param index 0 to 7. */
export function drawFromStream(digest: string, index: number): Draw {
  const start = index * HEX_A_WORD
  return Number.parseInt(digest.slice(start, start + HEX_A_WORD), 16)
}

/**
 * Records which draws a game uses.
 *
 * @returns the draws, and a function that lists all from 0 to the last used one.
 */
export function recordDraws(draws: Draws): { draws: Draws; list(): Draw[] } {
  let count = 0
  return {
    draws(index) {
      count = Math.max(count, index + 1)
      return draws(index)
    },
    list: () => Array.from({ length: count }, (_, index) => draws(index)),
  }
}

/**
 * Returns floor(draw / 2^32 × below).
 *
 * @param below exclusive upper bound, 1 to 2^21 (so that the product is exact).
 */
export function integerBelow(draw: Draw, below: number): number {
  assert(
    Number.isInteger(below) && below > 0 && below <= 2 ** 21,
    'below is a small whole number',
  )
  return Math.floor((draw * below) / WORD_RANGE)
}
