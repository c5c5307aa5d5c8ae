import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: './api/src/**/*.table.ts',
  out: './api/migrations',
})
