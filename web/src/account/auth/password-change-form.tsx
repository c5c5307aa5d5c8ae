import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { User } from '#core/api/account.ts'
import {
  changePassword,
  type PasswordChange,
  passwordChange,
} from '#core/api/sign-in-methods.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { Section } from '../../components/section.tsx'
import { call } from '../../lib/call.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { useSignInMethodChange } from '../../session/security-notices.ts'

const EMPTY = { currentPassword: '', password: '' }

export function PasswordChangeForm({ user }: { user: User }) {
  const [texts, setTexts] = useState(EMPTY)
  const apply = useSignInMethodChange()
  const changing = useMutation({
    mutationFn: (body: PasswordChange) =>
      apply(call(changePassword, { body }), {
        title: 'Password changed',
        description: 'All other browsers are signed out',
      }),
    onSuccess: () => setTexts(EMPTY),
  })
  const { success, data } = passwordChange.safeParse(texts)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (success) changing.mutate(data)
  }
  const put = (change: Partial<typeof EMPTY>) => {
    setTexts({ ...texts, ...change })
    changing.reset()
  }
  return (
    <Section title="Change your password" level="h3">
      <form noValidate className="mt-3 grid gap-1" onSubmit={submit}>
        {/* Tells password managers whose password it is. */}
        <input
          type="text"
          hidden
          readOnly
          name="username"
          autoComplete="username"
          value={user.username}
        />
        <Field
          label="Current password"
          type="password"
          autoComplete="current-password"
          value={texts.currentPassword}
          onChange={({ target }) => put({ currentPassword: target.value })}
          error={changing.error ? errorMessage(changing.error) : undefined}
        />
        <Field
          label="New password"
          type="password"
          autoComplete="new-password"
          value={texts.password}
          onChange={({ target }) => put({ password: target.value })}
        />
        <Button
          type="submit"
          className="justify-self-start"
          disabled={!success}
          pending={changing.isPending}
        >
          Change password
        </Button>
      </form>
    </Section>
  )
}
