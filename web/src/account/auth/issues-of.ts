import { ApiError } from '../../lib/call.ts'
import { errorMessage } from '../../lib/error-message.ts'

/** Problems of each field, or of the form as a whole. */
export type FormIssues = {
  username?: string
  password?: string
  form?: string
}

interface Issue {
  path: readonly PropertyKey[]
  message: string
}

/** The first issue of each field, fit to show under it. */
export function issuesByField(issues: readonly Issue[]): FormIssues {
  const found: FormIssues = {}
  for (const { path, message } of issues) {
    const [field] = path
    if (field === 'username' || field === 'password') found[field] ??= message
  }
  return found
}

/** Why a login or registration failed, in words and beside its field. */
export function issuesOf(error: Error | null): FormIssues {
  if (!error) return {}
  const message = errorMessage(error)
  if (!(error instanceof ApiError)) return { form: message }
  if (error.code === 'username_taken') return { username: message }
  // The toast says why.
  if (error.code === 'wrong_credentials')
    return { password: 'Check both and try again.' }
  const found = issuesByField(error.problem?.issues ?? [])
  return found.username || found.password ? found : { form: message }
}
