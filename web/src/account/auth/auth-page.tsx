import { type ReactNode, useEffect, useRef } from 'react'
import { Navigate } from 'react-router-dom'
import { Bendy, type Mood } from '../../components/bendy.tsx'
import { Card } from '../../components/card.tsx'
import { CoinIcon } from '../../components/coin-amount.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { useAskedAuth, useAuth } from '../../session/auth.tsx'
import { useIsNewcomer, useReturnPath } from '../../session/return-path.ts'
import { LoginForm, RegisterForm } from './credentials-form.tsx'

const tabs = [
  { value: 'login', label: 'Login', content: <LoginForm /> },
  { value: 'register', label: 'Register', content: <RegisterForm /> },
]

interface AuthPageProps {
  /** Shown below the forms: another way to sign in. */
  otherWay?: ReactNode
}

export function AuthPage({ otherWay }: AuthPageProps) {
  const { user } = useAskedAuth()
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
    title: 'Security that shows',
    text: 'Your browser checks every round against a promise made before you bet.',
    art: (
      <FeatureArt
        d="M16 3.5 L27 7 V15 C27 22 22.5 26.5 16 29 C9.5 26.5 5 22 5 15 V7Z M11.5 15.5 l3.5 3.5 6 -7"
        fill="var(--color-sky)"
      />
    ),
  },
  {
    title: 'Wins on the spot',
    text: 'Coins land the moment a round ends. 1,000 of them wait for you.',
    art: <CoinIcon className="text-[2.25rem]" />,
  },
  {
    title: 'Speed to match',
    text: 'A name, a password, and you are in. Nothing to install.',
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
