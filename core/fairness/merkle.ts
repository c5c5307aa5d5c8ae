import { assert } from '../errors.ts'
import { fromHex, type Hashes } from './hashes.ts'

/**
 * A binary Merkle tree over a power of two of texts. A leaf is
 * SHA-256(0x00 ‖ text), an inner node SHA-256(0x01 ‖ left ‖ right): the
 * prefixes of RFC 6962 section 2.1 keep a node from passing as a leaf. Nodes
 * are hex, as in records.
 */
export type MerkleTree = {
  root: string
  /** Siblings from the leaf's own up to the root's child. */
  path(leafIndex: number): string[]
}

export function merkleTree(
  hashes: Hashes,
  texts: readonly string[],
): MerkleTree {
  assert(
    texts.length > 0 && (texts.length & (texts.length - 1)) === 0,
    'a tree has a power of two of leaves',
  )
  const levels = [texts.map((text) => leafOf(hashes, text))]
  let level = levels[0] ?? []
  while (level.length > 1) {
    level = parentsOf(hashes, level)
    levels.push(level)
  }
  return {
    root: at(level, 0),
    path: (leafIndex) =>
      levels
        .slice(0, -1)
        .map((nodes, height) => at(nodes, (leafIndex >> height) ^ 1)),
  }
}

/** The root that a leaf's text and its path lead to. */
export function rootFromPath(
  hashes: Hashes,
  leaf: { text: string; index: number },
  path: readonly string[],
): string {
  return path.reduce(
    (node, sibling, height) =>
      (leaf.index >> height) & 1
        ? parentOf(hashes, sibling, node)
        : parentOf(hashes, node, sibling),
    leafOf(hashes, leaf.text),
  )
}

function parentsOf(hashes: Hashes, nodes: readonly string[]): string[] {
  return Array.from({ length: nodes.length / 2 }, (_, index) =>
    parentOf(hashes, at(nodes, index * 2), at(nodes, index * 2 + 1)),
  )
}

function leafOf(hashes: Hashes, text: string): string {
  return hashes.sha256(`\u0000${text}`)
}

function parentOf(hashes: Hashes, left: string, right: string): string {
  return hashes.sha256(fromHex(`01${left}${right}`))
}

function at(nodes: readonly string[], index: number): string {
  const node = nodes[index]
  assert(node !== undefined, 'a node is inside its level')
  return node
}
