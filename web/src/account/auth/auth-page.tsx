import { type ReactNode, useEffect, useRef } from 'react'
import { Navigate } from 'react-router-dom'
import { Card } from '../../components/card.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { useAskedAuth } from '../../session/auth.tsx'
import { useIsNewcomer, useWayOn } from '../../session/way-back.ts'
import { LoginForm } from './login-form.tsx'
import { RegisterForm } from './register-form.tsx'
import { WelcomeLine, WelcomePanel } from './welcome-panel.tsx'

const tabs = [
  { value: 'login', label: 'Login', content: <LoginForm /> },
  { value: 'register', label: 'Register', content: <RegisterForm /> },
]

interface AuthPageProps {
  /** Stands under the forms, for who wants neither. */
  otherWay?: ReactNode
}

export function AuthPage({ otherWay }: AuthPageProps) {
  const { user } = useAskedAuth()
  const wayOn = useWayOn()
  const isNewcomer = useIsNewcomer()
  const forms = useRef<HTMLDivElement>(null)
  useEffect(() => forms.current?.querySelector('input')?.focus(), [])
  if (user) return <Navigate to={wayOn} replace />
  return (
    <div className="mx-auto grid w-full max-w-[72rem] items-center gap-12 py-4 lg:grid-cols-[26rem_1fr] lg:py-10">
      <Card className="mx-auto w-full max-w-md">
        <h1 className="sr-only">Login or register</h1>
        <WelcomeLine />
        <div ref={forms}>
          <Tabs
            label="Login or register"
            tabs={tabs}
            first={isNewcomer ? 'register' : 'login'}
          />
        </div>
        {otherWay && <div className="mt-4">{otherWay}</div>}
      </Card>
      <WelcomePanel />
    </div>
  )
}
