/** First four bytes of a call of FairnessAnchor's `rootOf(uint64)`: its ABI selector. */
export const ROOT_OF_SELECTOR = '0x9d7384d9'

/** What logs of FairnessAnchor's `Anchored(uint64,bytes32)` begin with. */
export const ANCHORED_TOPIC =
  '0x4ac5b9bdb01817da80ec1c33e76c5bef927ab969dd8e8ba4ce21da0d7996e56f'
