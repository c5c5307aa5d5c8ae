import type * as z from 'zod/mini'

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
  undefined: 'left out',
}
const COUNTED: Readonly<Record<string, string>> = {
  string: ' characters',
  array: ' entries',
}

/** Says in a sentence what is wrong with a field, where its schema has no words of its own. */
export function issueSentence(issue: z.core.$ZodRawIssue): string {
  const field = fieldName(issue.path ?? [])
  if (issue.input === undefined) return `${field} is missing`
  switch (issue.code) {
    case 'invalid_type':
      return `${field} must be ${TYPES[issue.expected] ?? `a ${issue.expected}`}`
    case 'invalid_value':
      return `${field} must be ${issue.values.map(String).join(' or ')}`
    case 'too_small':
      return sized(field, issue.origin, `at least ${issue.minimum}`)
    case 'too_big':
      return sized(field, issue.origin, `at most ${issue.maximum}`)
    default:
      return `${field} is not valid`
  }
}

export function fieldName(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'The body' : path.map(String).join('.')
}

function sized(field: string, origin: string, bound: string): string {
  const unit = COUNTED[origin]
  return unit
    ? `${field} must have ${bound}${unit}`
    : `${field} must be ${bound}`
}
