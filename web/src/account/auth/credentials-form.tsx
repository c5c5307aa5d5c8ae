import type { UseMutationResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Credentials, registration, type User } from '#core/api/account.ts'
import { Button } from '../../components/button.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import { Field } from '../../components/field.tsx'
import { ApiError } from '../../lib/call.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { clearToast } from '../../lib/toast.ts'
import { useAuth } from '../../session/auth.tsx'
import { PasswordStrengthHint } from './password-strength.tsx'

/** Is not validated in the browser: the API reports what is wrong. */
export function LoginForm() {
  return (
    <CredentialsForm
      sending={useAuth().login}
      action="Get Bendy!"
      pendingText="Bending time..."
    />
  )
}

export function RegisterForm() {
  return (
    <CredentialsForm
      isNew
      sending={useAuth().register}
      action="Start Your Bendy Journey"
      pendingText="Stretching space..."
    />
  )
}

interface CredentialsFormProps {
  isNew?: boolean
  sending: UseMutationResult<User, Error, Credentials>
  action: string
  pendingText: string
}

function CredentialsForm(props: CredentialsFormProps) {
  const { isNew = false, sending, action, pendingText } = props
  const { isError, isPending, mutate, reset } = sending
  const [password, setPassword] = useState('')
  const [ownIssues, setOwnIssues] = useState<FormIssues>({})
  const issues = { ...issuesOf(sending.error), ...ownIssues }
  // A failure and its toast go when the form is left.
  useEffect(() => reset, [reset])
  useEffect(() => (isError ? clearToast : undefined), [isError])

  const submit = (form: HTMLFormElement) => {
    const credentials = credentialsIn(form)
    if (!isNew) return mutate(credentials)
    const { data, error } = registration.safeParse(credentials)
    setOwnIssues(issuesByField(error?.issues ?? []))
    if (data) mutate(data)
  }
  return (
    <form
      noValidate
      className="grid gap-2"
      onChange={() => {
        setOwnIssues({})
        if (isError) reset()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
    >
      <Field
        label="Username"
        name="username"
        autoComplete="username"
        error={issues.username}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete={isNew ? 'new-password' : 'current-password'}
        onChange={({ target }) => setPassword(target.value)}
        error={issues.password}
        hint={isNew && <PasswordStrengthHint password={password} />}
      />
      <ErrorText>{issues.form}</ErrorText>
      <Button type="submit" variant="go" size="large" pending={isPending}>
        {isPending ? pendingText : action}
      </Button>
    </form>
  )
}

/** Reads the inputs, which a password manager may have filled without events. */
function credentialsIn(form: HTMLFormElement): Credentials {
  const fields = new FormData(form)
  return {
    username: String(fields.get('username') ?? ''),
    password: String(fields.get('password') ?? ''),
  }
}

/** Problems of each field, or of the form as a whole. */
interface FormIssues {
  username?: string
  password?: string
  form?: string
}

function issuesByField(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): FormIssues {
  const found: FormIssues = {}
  for (const { path, message } of issues) {
    const [field] = path
    if (field === 'username' || field === 'password') found[field] ??= message
  }
  return found
}

function issuesOf(error: Error | null): FormIssues {
  if (!error) return {}
  const message = errorMessage(error)
  if (!(error instanceof ApiError)) return { form: message }
  if (error.code === 'username_taken') return { username: message }
  // The toast says why.
  if (error.code === 'wrong_credentials') {
    return { password: 'Check both and try again.' }
  }
  const found = issuesByField(error.problem?.issues ?? [])
  return found.username || found.password ? found : { form: message }
}
