import { Bendy } from '../../components/bendy.tsx'
import type { Mood } from '../../components/bendy-pose.ts'
import { useAuth } from '../../lib/auth.tsx'

const features = [
  {
    title: 'Security that shows',
    text: 'Your browser checks every round against a promise made before you bet.',
    colour: 'bg-sky',
  },
  {
    title: 'Wins on the spot',
    text: 'Coins land the moment a round ends. 1,000 of them wait for you.',
    colour: 'bg-lime',
  },
  {
    title: 'Speed to match',
    text: 'A name, a password, and you are in. Nothing to install.',
    colour: 'bg-sun',
  },
]

export function WelcomePanel() {
  return (
    <aside className="max-lg:hidden">
      <div className="mb-6 flex items-end gap-6">
        <Bendy mood={useMood()} className="w-44" />
        <h2 className="pb-4 text-display">Welcome to the bendy side</h2>
      </div>
      <ul className="grid gap-4">
        {features.map(({ title, text, colour }) => (
          <li key={title} className="rubber-card flex gap-4 p-4">
            <span className={`feature-dot ${colour}`} aria-hidden="true" />
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
