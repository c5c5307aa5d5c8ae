import { assert } from '../assert.ts'
import type { Hashes } from './hashes.ts'

/** Binary tree, from which a leaf's siblings up to the root can be read. */
export type BinaryTree<Node> = {
  root: Node
  /** Siblings from the leaf's own up to the root's child. */
  path(leafIndex: number): Node[]
}

/** Builds the tree over a power of two of leaves. */
export function binaryTree<Node>(
  leaves: readonly Node[],
  combine: (left: Node, right: Node) => Node,
): BinaryTree<Node> {
  const { length } = leaves
  const isPower = length > 0 && (length & (length - 1)) === 0
  assert(isPower, 'a tree has a power of two of leaves')
  let level = leaves
  const levels = [level]
  while (level.length > 1) {
    level = combinePairs(level, combine)
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

function combinePairs<Node>(
  nodes: readonly Node[],
  combine: (left: Node, right: Node) => Node,
): Node[] {
  return Array.from({ length: nodes.length / 2 }, (_, index) =>
    combine(at(nodes, index * 2), at(nodes, index * 2 + 1)),
  )
}

/** Nodes in hex, as in records. */
export type MerkleTree = BinaryTree<string>

/**
 * Builds the Merkle tree over a power of two of texts. A leaf is
 * SHA-256(0x00 ‖ text), an inner node SHA-256(0x01 ‖ left ‖ right): the prefixes
 * of RFC 6962, section 2.1, so that nodes can't be passed off as leaves.
 */
export function merkleTree(
  hashes: Hashes,
  texts: readonly string[],
): MerkleTree {
  return binaryTree(
    texts.map((text) => hashLeaf(hashes, text)),
    (left, right) => pairHash(hashes, left, right),
  )
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
  const leaf = hashLeaf(hashes, text)
  const steps: PathStep[] = []
  for (const [height, sibling] of path.entries()) {
    const node = steps.at(-1)?.parent ?? leaf
    const isRight = ((index >> height) & 1) === 1
    const [left, right] = isRight ? [sibling, node] : [node, sibling]
    steps.push({ left, right, parent: pairHash(hashes, left, right) })
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

function hashLeaf(hashes: Hashes, text: string): string {
  return hashes.sha256(`\u0000${text}`)
}

function pairHash(hashes: Hashes, left: string, right: string): string {
  return hashes.sha256OfHex(`01${left}${right}`)
}

function at<Node>(nodes: readonly Node[], index: number): Node {
  const node = nodes[index]
  assert(node !== undefined, 'an index is in range')
  return node
}
