import { useState } from 'react'
import { registration } from '#core/api/account.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { useAuth } from '../../session/auth.tsx'
import { credentialsIn } from './credentials-in.ts'
import { FormError } from './form-error.tsx'
import { type FormIssues, issuesByField, issuesOf } from './issues-of.ts'
import { PasswordStretch } from './password-stretch.tsx'
import { useFreshStart } from './use-fresh-start.ts'

export function RegisterForm() {
  const { register } = useAuth()
  useFreshStart(register)
  const [password, setPassword] = useState('')
  const [ownIssues, setOwnIssues] = useState<FormIssues>({})
  const issues = { ...issuesOf(register.error), ...ownIssues }

  const submit = (form: HTMLFormElement) => {
    const parsed = registration.safeParse(credentialsIn(form))
    setOwnIssues(issuesByField(parsed.error?.issues ?? []))
    if (parsed.success) register.mutate(parsed.data)
  }
  return (
    <form
      noValidate
      className="grid gap-2"
      onChange={() => {
        setOwnIssues({})
        if (register.isError) register.reset()
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
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={issues.password}
        hint={<PasswordStretch password={password} />}
      />
      <FormError message={issues.form} />
      <Button
        type="submit"
        variant="go"
        size="large"
        pending={register.isPending}
      >
        {register.isPending
          ? 'Stretching space...'
          : 'Start Your Bendy Journey'}
      </Button>
    </form>
  )
}
