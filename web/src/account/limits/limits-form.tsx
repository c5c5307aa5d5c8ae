import { type FormEvent, useState } from 'react'
import { dailyLimits, type LimitsAnswer } from '#core/api/limits.ts'
import { Button } from '../../components/button.tsx'
import { ErrorText } from '../../components/error-text.tsx'
import { Field } from '../../components/field.tsx'
import { Section } from '../../components/section.tsx'
import { useSetLimits } from '../../games/shared/limits.ts'
import { errorMessage } from '../../lib/error-message.ts'
import {
  coinsText,
  formatClock,
  formatCoins,
  formatRowTime,
} from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'

interface LimitsFormProps {
  player: string
  limits: LimitsAnswer
}

/** Start of a day (UTC), shown as a time of the player's time zone. */
const MIDNIGHT = new Date(new Date().setUTCHours(0, 0, 0, 0)).toISOString()

type Texts = Record<'dailyStake' | 'dailyLoss', string>

/** Sets how many coins the player can stake and lose per day. */
export function LimitsForm({ player, limits }: LimitsFormProps) {
  const { dailyStake, dailyLoss, pending, today } = limits
  const wanted = pending ?? limits
  const [texts, setTexts] = useState<Texts>({
    dailyStake: textOf(wanted.dailyStake),
    dailyLoss: textOf(wanted.dailyLoss),
  })
  const setting = useSetLimits(player)
  const parsed = dailyLimits.safeParse({
    dailyStake: limitOf(texts.dailyStake),
    dailyLoss: limitOf(texts.dailyLoss),
  })
  const issueOf = (field: keyof Texts) =>
    parsed.error?.issues.find(({ path }) => path[0] === field)?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!parsed.success) return
    setting.mutate(parsed.data, {
      onSuccess: (saved) => toast(savedMessage(saved)),
    })
  }
  const fieldOf = (name: keyof Texts, label: string, used: Used) => (
    <Field
      label={label}
      name={name}
      inputMode="numeric"
      placeholder="No limit"
      autoComplete="off"
      value={texts[name]}
      onChange={({ target }) => setTexts({ ...texts, [name]: target.value })}
      error={issueOf(name)}
      hint={<UsedToday {...used} />}
    />
  )
  return (
    <Section title="Daily limits" level="h3" className="rubber-card p-4">
      <p className="mt-1 text-small text-soft">
        Lower limits apply at once, higher ones after 24 hours. A new day starts
        at {formatClock(MIDNIGHT)} your time.
      </p>
      <form noValidate className="mt-3 grid gap-3" onSubmit={submit}>
        {fieldOf('dailyStake', 'Daily stake limit', {
          done: 'Staked',
          coins: today.staked,
          limit: dailyStake,
        })}
        {fieldOf('dailyLoss', 'Daily loss limit', {
          done: 'Lost',
          coins: today.lost,
          limit: dailyLoss,
        })}
        {pending && (
          <p className="rounded-toy border-3 border-outline bg-sun px-3 py-2 font-semibold text-on-toy">
            {pendingText(pending)}
          </p>
        )}
        <ErrorText>{setting.error && errorMessage(setting.error)}</ErrorText>
        <Button
          type="submit"
          variant="action"
          className="justify-self-start"
          disabled={!parsed.success}
          pending={setting.isPending}
        >
          Save limits
        </Button>
      </form>
    </Section>
  )
}

function savedMessage({ pending }: LimitsAnswer) {
  const description = pending ? pendingText(pending) : 'They apply from now on'
  return { title: 'Limits saved', description }
}

function pendingText({
  from,
  dailyStake,
  dailyLoss,
}: NonNullable<LimitsAnswer['pending']>): string {
  const stake = limitText(dailyStake, 'staked', 'stake')
  return `From ${formatRowTime(from)}: ${stake}, ${limitText(dailyLoss, 'lost', 'loss')}.`
}

function limitText(limit: number | null, done: string, kind: string): string {
  if (limit === null) return `no ${kind} limit`
  return `up to ${coinsText(limit)} ${done} a day`
}

interface Used {
  done: string
  coins: number
  limit: number | null
}

function UsedToday({ done, coins, limit }: Used) {
  const used = `${done} today: ${formatCoins(coins)}`
  if (limit === null) return <span className="text-soft">{used}</span>
  return (
    <span className="grid gap-1 text-soft">
      {`${used} of ${formatCoins(limit)}`}
      <span
        aria-hidden="true"
        className="h-2 overflow-hidden rounded-pill bg-well"
      >
        <span
          className="block h-full bg-tangerine"
          style={{ width: `${Math.min(100, (coins / limit) * 100)}%` }}
        />
      </span>
    </span>
  )
}

function textOf(limit: number | null): string {
  return limit === null ? '' : String(limit)
}

/** Returns other text than numbers as is: the schema rejects it. */
function limitOf(text: string): number | string | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  return /^\d+$/.test(trimmed) ? Number(trimmed) : trimmed
}
