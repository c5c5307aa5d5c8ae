const CLAIMS = {
  commitment: 'The revealed server seed has the hash that was committed to.',
  epoch: 'That hash is part of the epoch whose root was published before.',
  replay:
    'Your browser replayed the round and got the very hash it was settled with.',
  shown: 'Bet, draws, outcome and payout on this page are the replayed ones.',
  seen_before:
    'This browser pinned that very root before the round was played.',
  seen_later:
    'This browser pinned that very root too, but only after the round was played.',
  seen_otherwise:
    'This browser saw something else: another root for this epoch, another bet for this nonce, or another nonce for this bet.',
  unseen:
    'This browser was not there, so it cannot say that the root is older than the round.',
  known_client_seed:
    'Weaker proof: the client seed was not chosen by the player after the root was published, so the house knew both seeds before the bet.',
  seed_chain:
    'That seed is this race’s link of the seed chain that ends in the terminal hash below.',
  race_id:
    'The race’s id is that of its number, seed, end of betting and chain.',
  salt: 'The salt is the hash of a block made late enough after betting closed.',
  no_salt: 'There is no salt, so the race was never run.',
  race_replay:
    'Your browser ran the race again and got the very hash it was settled with.',
  race_shown: 'Outcome, stake and payout on this page are the replayed ones.',
  compare: 'Compare the terminal hash yourself.',
  trust: 'This rests on the operator’s word.',
  chain:
    'The chain contradicts the record: it has another root or block than the record says.',
  bet_identity: 'The record and the bet in it are of the same bet and stake.',
  bet_score: 'The score on record is the operator’s word.',
  bet_payout: 'Price, stake and end of the bet give this payout.',
  receipt_path: 'The receipt leads to a root.',
  receipt_key: 'The key is one of the house.',
  receipt_signature: 'The key has signed that root.',
  anchor_path:
    'Your browser walked the path from the record to the anchored root.',
  anchor_elsewhere:
    'The path in the record does not lead to the anchored root.',
  anchor_seen:
    'The block is older than the bet: this browser had pinned that block, or a later one, before it.',
  anchor_before:
    'The block is older than the bet, by the times of block and record.',
  anchor_after:
    'The block is younger than the bet: it tells how old the root is at least, and not that it was there before this bet.',
  anchor_before_end:
    'The block is older than the end of the round; when it began is not in the record.',
  anchor_found: 'The chain has that very root, since that very block.',
  anchor_root: 'Contradicted: the chain has no such root, or another one.',
  anchor_block:
    'Contradicted: the root came to the chain in another block or time.',
  salt_found:
    'The chain has that very block, and no earlier one was late enough.',
  salt_block:
    'Contradicted: the chain has another block of that number or time.',
  salt_predecessor:
    'Contradicted: an earlier block was late enough to be the salt.',
  not_asked: 'Not checked: no node was asked yet.',
  no_answer: 'Not checked: the node did not answer.',
  other_chain: 'Not checked: that one is on another chain.',
  behind: 'Not checked: the node has not come as far as the block.',
  nonsense: 'Not checked: the node answered what no node would.',
  /** The node has dropped a block or transaction that it must have had. */
  pruned: 'Not checked: the node no longer has that block or transaction.',
} as const

/** Codes of claims, with the reason of each that is not proven. */
export type ClaimCode = keyof typeof CLAIMS

/** Returns the sentence of a claim; a contradicted check's is what should hold. */
export function claimText({
  code,
  text,
}: {
  code: ClaimCode
  text?: string
}): string {
  return text ?? CLAIMS[code]
}
