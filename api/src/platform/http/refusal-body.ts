import { fieldName } from './issue-sentence.ts'
import type { InvalidRequest } from './parse-request.ts'

/** Size of the largest refusal, however large the request that it refuses. */
export const REFUSAL_BYTES_MAX = 4_096

const TEXT_MAX = 500
const ISSUES_MAX = 5
const ISSUE_TEXT_MAX = 200
const PATH_MAX = 8
const KEY_MAX = 64

type Refusal = {
  code: string
  message: string
  requestId: string
  [detail: string]: unknown
}

/**
 * The JSON text of a refusal. Requests can make messages and details of any
 * size: long texts are cut, and details that still do not fit are left out.
 */
export function refusalText(refusal: Refusal): string {
  const { code, requestId } = refusal
  const message = cut(refusal.message, TEXT_MAX)
  const text = JSON.stringify({ ...refusal, message })
  if (Buffer.byteLength(text) <= REFUSAL_BYTES_MAX) return text
  return JSON.stringify({ code, message, requestId })
}

/** The first issues of a request that does not fit its schema, and how many more there are. */
export function describedIssues({ issues }: InvalidRequest) {
  const shown = issues.slice(0, ISSUES_MAX).flatMap(byField)
  const first = shown.slice(0, ISSUES_MAX)
  const count = issues.reduce((sum, issue) => sum + fieldsOf(issue), 0)
  const message = first[0]
    ? sentence(first[0])
    : 'The request does not fit its schema'
  const more = count - first.length
  return {
    message: more > 0 ? `${message} (and ${more} more)` : message,
    issues: first,
  }
}

/** Adds the field's name to messages of schemas that don't have it. */
function sentence({ path, message }: ReturnType<typeof byField>[number]) {
  if (message === 'Required') return `${fieldName(path)} is missing`
  return message.startsWith('must ') ? `${fieldName(path)} ${message}` : message
}

type Issue = InvalidRequest['issues'][number]

function fieldsOf(issue: Issue): number {
  return issue.code === 'unrecognized_keys' ? issue.keys.length : 1
}

/** Names an unknown field by its path, like every other field. */
function byField(issue: Issue) {
  if (issue.code !== 'unrecognized_keys') {
    const { path, message } = issue
    return [{ path: cutPath(path), message: cut(message, ISSUE_TEXT_MAX) }]
  }
  return issue.keys.slice(0, ISSUES_MAX).map((key) => ({
    path: cutPath([...issue.path, key]),
    message: `There is no field "${cut(key, KEY_MAX)}" here`,
  }))
}

function cutPath(path: readonly PropertyKey[]): (string | number)[] {
  return path
    .slice(0, PATH_MAX)
    .map((part) => (typeof part === 'number' ? part : cut(part, KEY_MAX)))
}

function cut(text: PropertyKey, length: number): string {
  const whole = String(text)
  return whole.length > length ? `${whole.slice(0, length - 1)}…` : whole
}
