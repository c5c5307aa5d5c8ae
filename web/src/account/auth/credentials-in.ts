import type { Credentials } from '#core/api/account.ts'

/** What stands in a login or register form. */
export function credentialsIn(form: HTMLFormElement): Credentials {
  const fields = new FormData(form)
  return {
    username: text(fields, 'username'),
    password: text(fields, 'password'),
  }
}

function text(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}
