import * as z from 'zod/mini'
import type { Json } from '../games/game.ts'
import { canonicalJson } from './canonical-json.ts'

const json = z.json()

/** Whether something shown, whatever it is, says the same as an expected value. */
export function isSameJson(shown: unknown, expected: Json): boolean {
  const { data } = json.safeParse(shown)
  return data !== undefined && canonicalJson(data) === canonicalJson(expected)
}
