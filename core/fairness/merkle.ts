import { assert } from '../assert.ts'
import type { Hashes } from './hashes.ts'

/**
 * Binary Merkle tree over a power of two of texts. A leaf is
 * SHA-256(0x00 ‖ text), an inner node SHA-256(0x01 ‖ left ‖ right): the prefixes
 * of RFC 6962, section 2.1, so that nodes can't be passed off as leaves. Nodes
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
  let level = texts.map((text) => leafOf(hashes, text))
  const levels = [level]
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

/** Text of padding leaves; no other leaf has it. */
const PADDING = 'nothing'

/** Builds the tree over one or more texts, padded to a power of two of leaves. */
export function paddedTree(
  hashes: Hashes,
  texts: readonly string[],
): MerkleTree {
  assert(texts.length > 0, 'a tree has leaves')
  const size = 2 ** Math.ceil(Math.log2(texts.length))
  const padding = Array.from({ length: size - texts.length }, () => PADDING)
  return merkleTree(hashes, [...texts, ...padding])
}

/** One step from a leaf to the root. */
export type PathStep = { left: string; right: string; parent: string }

/** Returns the hash of a leaf's text, and every hash along its path. */
export function pathSteps(
  hashes: Hashes,
  { text, index }: { text: string; index: number },
  path: readonly string[],
): { leaf: string; steps: PathStep[] } {
  const leaf = leafOf(hashes, text)
  const steps: PathStep[] = []
  for (const [height, sibling] of path.entries()) {
    const node = steps.at(-1)?.parent ?? leaf
    const isRight = ((index >> height) & 1) === 1
    const [left, right] = isRight ? [sibling, node] : [node, sibling]
    steps.push({ left, right, parent: parentOf(hashes, left, right) })
  }
  return { leaf, steps }
}

/** Returns the root that a leaf's text and path lead to. */
export function rootFromPath(
  hashes: Hashes,
  leaf: { text: string; index: number },
  path: readonly string[],
): string {
  const found = pathSteps(hashes, leaf, path)
  return found.steps.at(-1)?.parent ?? found.leaf
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
  return hashes.sha256OfHex(`01${left}${right}`)
}

function at(nodes: readonly string[], index: number): string {
  const node = nodes[index]
  assert(node !== undefined, 'an index is in range')
  return node
}
