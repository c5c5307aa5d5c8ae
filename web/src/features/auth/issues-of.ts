import { ApiError } from '../../lib/api-client.ts'
import { errorMessage } from '../../lib/error-message.ts'

export type FieldIssues = { username?: string; password?: string }

interface Issue {
  path: readonly PropertyKey[]
  message: string
}

/** The first issue of each field, fit to show under it. */
export function issuesByField(issues: readonly Issue[]): FieldIssues {
  const found: FieldIssues = {}
  for (const { path, message } of issues) {
    const [field] = path
    if (field === 'username' || field === 'password') found[field] ??= message
  }
  return found
}

/** What the house had against the fields. */
export function issuesOf(error: Error | null): FieldIssues {
  if (!(error instanceof ApiError)) return {}
  if (error.code === 'username_taken') {
    return { username: errorMessage(error) }
  }
  return issuesByField(error.problem?.issues ?? [])
}
