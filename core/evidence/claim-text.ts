const CLAIMS = {
  commitment:
    'The revealed server seed matches the hash that was committed to.',
  epoch: 'That hash is part of the epoch whose root was published beforehand.',
  replay:
    'Your browser replayed the round and got exactly the hash it was settled with.',
  shown: 'The bet, draws, outcome and payout on this page match the replay.',
  seen_before:
    'This browser pinned that exact root before the round was played.',
  seen_later:
    'This browser pinned that exact root too, but only after the round was played.',
  seen_otherwise:
    'This browser saw something else: a different root for this epoch, a different bet for this nonce, or a different nonce for this bet.',
  unseen:
    'This browser saw no commitment before the round, so it can’t confirm that the root is older than the round.',
  known_client_seed:
    'Weaker proof: the client seed was not chosen by the player after the root was published, so the house knew both seeds before the bet.',
  seed_chain:
    'That seed is this race’s link in the seed chain that ends in the terminal hash below.',
  race_id:
    'The race’s ID follows from its number, seed, betting deadline and chain.',
  salt: 'The salt is the hash of a block made late enough after betting closed.',
  no_salt: 'There is no salt, so the race was never run.',
  race_replay:
    'Your browser reran the race and got exactly the hash it was settled with.',
  race_shown: 'The outcome, stake and payout on this page match the replay.',
  compare: 'Compare the terminal hash yourself.',
  trust: 'You only have the operator’s word for this.',
  chain:
    'The chain contradicts the record: it has a different root or block than the record says.',
  bet_identity: 'The record and the bet in it have the same ID and stake.',
  bet_score: 'You only have the operator’s word for the score on record.',
  bet_payout: 'The bet’s price, stake and result give this payout.',
  receipt_path: 'The receipt leads to a root.',
  receipt_key: 'The key is one of the house’s keys.',
  receipt_signature: 'The key signed that root.',
  anchor_path:
    'Your browser followed the path from the record to the anchored root.',
  anchor_elsewhere:
    'The path in the record does not lead to the anchored root.',
  anchor_seen:
    'The block is older than the bet: this browser had pinned that block, or a later one, before the bet.',
  anchor_before:
    'The block is older than the bet, according to the times of the block and the record.',
  anchor_after:
    'The block is newer than the bet: it shows the root is at least that old, not that it existed before this bet.',
  anchor_before_end:
    'The block is older than the end of the round. The record doesn’t say when the round began.',
  anchor_found: 'The chain has that exact root, stored in that exact block.',
  anchor_root:
    'Contradicted: the chain doesn’t have that root, or has a different one.',
  anchor_block:
    'Contradicted: the root was stored on the chain in a different block or at a different time.',
  salt_found:
    'The chain has that exact block, and no earlier one was late enough.',
  salt_block:
    'Contradicted: the chain has a different block with that number or time.',
  salt_predecessor:
    'Contradicted: an earlier block was late enough to be the salt.',
  not_asked: 'Not checked: no node has been asked yet.',
  no_answer: 'Not checked: the node didn’t respond.',
  other_chain: 'Not checked: that node is on a different chain.',
  behind: 'Not checked: the node hasn’t reached that block yet.',
  nonsense: 'Not checked: the node’s answer was invalid.',
  /** The node has dropped a block or transaction that it must have had. */
  pruned: 'Not checked: the node no longer has that block or transaction.',
} as const

/** Codes of claims, with the reason of each that is not proven. */
export type ClaimCode = keyof typeof CLAIMS

/** Returns a claim's sentence; for a contradicted check, the one that should hold. */
export function claimText({
  code,
  text,
}: {
  code: ClaimCode
  text?: string
}): string {
  return text ?? CLAIMS[code]
}
