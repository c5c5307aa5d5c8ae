import { setImmediate } from 'node:timers/promises'
import {
  fillerNode,
  type SumNode,
  type SumTree,
  sumTree,
} from '#core/audit/liabilities-tree.ts'
import type { Hashes } from '#core/fairness/hashes.ts'

/** Leaves hashed at once; a power of two. More would keep bets waiting. */
const PART = 512

/** The tree over some leaves, filled up; built part by part, other work in between. */
export async function builtTree(
  hashes: Hashes,
  leaves: readonly SumNode[],
): Promise<SumTree> {
  const size = 2 ** Math.ceil(Math.log2(Math.max(leaves.length, 1)))
  const filler = fillerNode(hashes)
  const fillers = Array.from({ length: size - leaves.length }, () => filler)
  const nodes = [...leaves, ...fillers]
  if (size <= PART) return sumTree(hashes, nodes)
  const parts: SumTree[] = []
  for (let from = 0; from < size; from += PART) {
    parts.push(sumTree(hashes, nodes.slice(from, from + PART)))
    await setImmediate()
  }
  const roots = parts.map(({ root }) => root)
  const top = await builtTree(hashes, roots)
  return {
    root: top.root,
    path(index) {
      const part = Math.floor(index / PART)
      return [...(parts[part]?.path(index % PART) ?? []), ...top.path(part)]
    },
  }
}
