import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { useAuth } from '../../session/auth.tsx'
import { credentialsIn } from './credentials-in.ts'
import { FormError } from './form-error.tsx'
import { issuesOf } from './issues-of.ts'
import { useFreshStart } from './use-fresh-start.ts'

/** The browser checks nothing here: what is wrong, the house says. */
export function LoginForm() {
  const { login } = useAuth()
  useFreshStart(login)
  const issues = issuesOf(login.error)
  return (
    <form
      noValidate
      className="grid gap-2"
      onChange={() => login.isError && login.reset()}
      onSubmit={(event) => {
        event.preventDefault()
        login.mutate(credentialsIn(event.currentTarget))
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
        autoComplete="current-password"
        error={issues.password}
      />
      <FormError message={issues.form} />
      <Button type="submit" variant="go" size="large" pending={login.isPending}>
        {login.isPending ? 'Bending time...' : 'Get Bendy!'}
      </Button>
    </form>
  )
}
