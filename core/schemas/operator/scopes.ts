/** What a token may be used for; an operator's session may do all of it. */
export const OPERATOR_SCOPES = [
  'read',
  'pauses',
  'players',
  'sports',
  'deposits',
  'sweep',
  'house',
] as const
export type OperatorScope = (typeof OPERATOR_SCOPES)[number]
