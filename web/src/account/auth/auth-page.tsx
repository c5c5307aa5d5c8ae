import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { type Credentials, registration, type User } from '#core/api/account.ts'
import { Bendy, type Mood } from '../../components/bendy.tsx'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CoinIcon } from '../../components/coin-amount.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import { Field } from '../../components/field.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { ApiError, isRefusal } from '../../lib/call.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { clearToast } from '../../lib/toast.ts'
import { useAuth, useRequiredAuth } from '../../session/auth.tsx'
import { useIsNewcomer, useReturnPath } from '../../session/return-path.ts'
import { PasswordStrengthHint } from './password-strength.tsx'

const tabs = [
  { value: 'login', label: 'Login', content: <LoginForm /> },
  { value: 'register', label: 'Register', content: <RegisterForm /> },
]

type AuthPageProps = {
  /** Shown below the forms: another way to sign in. */
  otherWay?: ReactNode
}

export function AuthPage({ otherWay }: AuthPageProps) {
  const { user } = useRequiredAuth()
  const returnPath = useReturnPath()
  const isNewcomer = useIsNewcomer()
  const mood = useMood()
  const forms = useRef<HTMLDivElement>(null)
  useEffect(() => forms.current?.querySelector('input')?.focus(), [])
  if (user) return <Navigate to={returnPath} replace />
  return (
    <div className="mx-auto grid w-full max-w-[72rem] items-center gap-12 py-4 lg:grid-cols-[26rem_1fr] lg:py-10">
      <Card className="mx-auto w-full max-w-md">
        <h1 className="sr-only">Login or register</h1>
        <p className="mb-4 flex items-center gap-3 font-display font-semibold text-lead lg:hidden">
          <Bendy mood={mood} className="w-12" />
          Welcome to the bendy side
        </p>
        <div ref={forms}>
          <Tabs
            label="Login or register"
            tabs={tabs}
            first={isNewcomer ? 'register' : 'login'}
          />
        </div>
        {otherWay && <div className="mt-4">{otherWay}</div>}
      </Card>
      <WelcomePanel mood={mood} />
    </div>
  )
}

const features = [
  {
    title: 'Security you can see',
    text: 'Your browser checks every round against a promise made before you bet.',
    art: (
      <FeatureArt
        d="M16 3.5 L27 7 V15 C27 22 22.5 26.5 16 29 C9.5 26.5 5 22 5 15 V7Z M11.5 15.5 l3.5 3.5 6 -7"
        fill="var(--color-sky)"
      />
    ),
  },
  {
    title: 'Instant wins',
    text: 'Coins land the moment a round ends, and 1,000 are waiting for you.',
    art: <CoinIcon className="text-[2.25rem]" />,
  },
  {
    title: 'Fast from the start',
    text: 'Pick a name and a password, and you’re in. Nothing to install.',
    art: (
      <FeatureArt
        d="M18.5 3 L6.5 18 H15 L13 29 L25.5 13.5 H17Z"
        fill="var(--color-lime)"
      />
    ),
  },
]

function WelcomePanel({ mood }: { mood: Mood }) {
  return (
    <aside className="max-lg:hidden">
      <div className="mb-6 flex items-end gap-6">
        <Bendy mood={mood} className="w-44" />
        <h2 className="pb-4 text-display">Welcome to the bendy side</h2>
      </div>
      <ul className="grid gap-4">
        {features.map(({ title, text, art }) => (
          <li key={title} className="rubber-card flex gap-4 p-4">
            {art}
            <div>
              <h3 className="text-lead">{title}</h3>
              <p className="text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </aside>
  )
}

function useMood(): Mood {
  const { login, register } = useAuth()
  if (login.isPending || register.isPending) return 'tense'
  return login.isError || register.isError ? 'loss' : 'idle'
}

function FeatureArt({ d, fill }: { d: string; fill: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className="size-10 shrink-0">
      <path
        d={d}
        fill={fill}
        stroke="var(--color-outline)"
        strokeWidth="2.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}

/** Not validated in the browser: the API reports invalid fields. */
function LoginForm() {
  return (
    <CredentialsForm
      sending={useAuth().login}
      action="Get Bendy!"
      pendingText="Bending time..."
    />
  )
}

function RegisterForm() {
  return (
    <CredentialsForm
      isNew
      sending={useAuth().register}
      action="Start Your Bendy Journey"
      pendingText="Stretching space..."
    />
  )
}

type CredentialsFormProps = {
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
  const issues = { ...toIssues(sending.error), ...ownIssues }
  // Clears the error and its toast when the form is left.
  useEffect(() => reset, [reset])
  useEffect(() => (isError ? clearToast : undefined), [isError])

  const submit = (form: HTMLFormElement) => {
    const credentials = readCredentials(form)
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
function readCredentials(form: HTMLFormElement): Credentials {
  const fields = new FormData(form)
  return {
    username: String(fields.get('username') ?? ''),
    password: String(fields.get('password') ?? ''),
  }
}

/** Problems of each field, or of the form as a whole. */
type FormIssues = {
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

function toIssues(error: Error | null): FormIssues {
  if (!error) return {}
  const message = errorMessage(error)
  if (!(error instanceof ApiError)) return { form: message }
  if (isRefusal(error, 'username_taken')) return { username: message }
  // The toast shows the reason.
  if (isRefusal(error, 'wrong_credentials')) {
    return { password: 'Check both and try again.' }
  }
  const found = issuesByField(error.problem?.issues ?? [])
  return found.username || found.password ? found : { form: message }
}
