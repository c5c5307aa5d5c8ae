import { persistedSetting } from './persisted-setting.ts'

export type Sound =
  | 'boing'
  | 'plop'
  | 'tick'
  | 'ratchet'
  | 'fanfare'
  | 'jackpot'

/** On, and quiet. */
export const soundSwitch = persistedSetting('sound', ['on', 'off'])

const VOLUME = 0.12

let context: AudioContext | undefined

/** Plays a synthesised sound; silent while sounds are off or not allowed. */
export function playSound(sound: Sound): void {
  if (soundSwitch.get() === 'off' || !('AudioContext' in globalThis)) return
  // Pushes may arrive before the first interaction, and browsers warn about
  // sounds before it.
  if (navigator.userActivation?.hasBeenActive === false) return
  context ??= new AudioContext()
  // Contexts are silent until the first interaction.
  if (context.state === 'suspended') void context.resume()
  for (const note of soundNotes[sound]) playNote(context, note)
}

type Note = {
  /** Frequencies in Hz, from start to end. */
  glide: readonly [number, number]
  startS: number
  lengthS: number
  wave: OscillatorType
}

const soundNotes: Record<Sound, readonly Note[]> = {
  boing: [
    { glide: [140, 420], startS: 0, lengthS: 0.11, wave: 'triangle' },
    { glide: [420, 210], startS: 0.1, lengthS: 0.22, wave: 'triangle' },
  ],
  plop: [{ glide: [520, 90], startS: 0, lengthS: 0.16, wave: 'sine' }],
  tick: [{ glide: [900, 300], startS: 0, lengthS: 0.05, wave: 'square' }],
  ratchet: Array.from({ length: 6 }, (_, tooth) => ({
    glide: [700 + tooth * 40, 380] as const,
    startS: tooth * 0.045,
    lengthS: 0.03,
    wave: 'square' as const,
  })),
  fanfare: [523, 659, 784, 1_047].map((pitch, step) => ({
    glide: [pitch * 0.94, pitch] as const,
    startS: step * 0.1,
    lengthS: step === 3 ? 0.5 : 0.14,
    wave: 'triangle' as const,
  })),
  jackpot: [523, 659, 784, 1_047, 784, 1_047, 1_319, 1_568].map(
    (pitch, step) => ({
      glide: [pitch * 0.94, pitch] as const,
      startS: step * 0.12,
      lengthS: step === 7 ? 0.9 : 0.18,
      wave: 'triangle' as const,
    }),
  ),
}

function playNote(audio: AudioContext, note: Note): void {
  const start = audio.currentTime + note.startS
  const end = start + note.lengthS
  const oscillator = audio.createOscillator()
  const gain = audio.createGain()
  oscillator.type = note.wave
  oscillator.frequency.setValueAtTime(note.glide[0], start)
  oscillator.frequency.exponentialRampToValueAtTime(note.glide[1], end)
  gain.gain.setValueAtTime(VOLUME, start)
  gain.gain.exponentialRampToValueAtTime(0.001, end)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(start)
  oscillator.stop(end)
}
