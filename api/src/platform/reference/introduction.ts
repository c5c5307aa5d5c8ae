/** Conventions of all routes, in the Markdown of OpenAPI descriptions. */
export const INTRODUCTION = `
Play money only: coins cannot be bought or cashed out.

**Values.** Bodies are JSON. Coins are whole numbers; all integers are between -(2^53 - 1) and 2^53 - 1. On-chain amounts are decimal strings in units of their asset, in /api/audit in 10^-18 of a unit. Times are ISO 8601 in UTC, and epoch milliseconds on the socket. Odds are American. Requests with fields that are not documented are refused.

**Signing in.** Registration and sign-in set a session cookie, which authenticates the requests that follow. Cross-site requests are refused.

**Errors.** Every refusal is an \`Error\`: \`code\` is one of a closed list, \`message\` can be shown to the player, and \`requestId\` identifies the request in the logs. \`invalid_request\` lists the fields in \`issues\`; other codes may add fields such as \`legalActions\`, \`price\` or \`largestStake\`. \`429\` and \`503\` carry \`Retry-After\`.

**Idempotency.** Bets and game actions take an \`Idempotency-Key\`, a UUID. If a response is lost, repeat the request with the same key: it is executed once, and the first response is replayed. A key sent with a different request is refused as \`key_reused\`. Keys are kept for at least 24 hours.

**Fairness.** The response that starts a round carries the commitment to its server seed; the one that ends it reveals the seed. \`GET /api/verify/{id}\` returns the record that verifies the round independently of this server.
`.trim()
