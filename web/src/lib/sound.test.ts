import { beforeEach, expect, test, vi } from 'vitest'
import { playSound, soundSwitch } from './sound.ts'

/** The values that notes were given: pitches and volumes, in order. */
let values: number[]
let state: AudioContextState
const resume = vi.fn()

/** An oscillator or a gain, or a value of one; jsdom has no Web Audio. */
function fakeNode(): object {
  const note = (value: number) => values.push(value)
  const value = { setValueAtTime: note, exponentialRampToValueAtTime: note }
  const connect = (node: object) => node
  const act = { start: () => undefined, stop: () => undefined, connect }
  return { ...act, frequency: value, gain: value }
}

class FakeAudioContext {
  currentTime = 7
  destination = fakeNode()
  createOscillator = fakeNode
  createGain = fakeNode
  resume = resume
  get state() {
    return state
  }
}

beforeEach(() => {
  state = 'running'
  values = []
  resume.mockClear()
  vi.stubGlobal('AudioContext', FakeAudioContext)
  soundSwitch.set('on')
})

test('is silent while sounds are off, also without storage', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  soundSwitch.set('off')
  playSound('fanfare')
  expect(values).toEqual([])
})

test('resumes only a context that the browser suspended', () => {
  playSound('tick')
  expect(resume).not.toHaveBeenCalled()
  state = 'suspended'
  playSound('tick')
  expect(resume).toHaveBeenCalledOnce()
})

test('plays nothing before the first touch of the page', () => {
  const { navigator } = globalThis
  for (const hasBeenActive of [false, true]) {
    const userActivation = { value: { hasBeenActive } }
    vi.stubGlobal('navigator', Object.create(navigator, { userActivation }))
    playSound('tick')
    expect(values.length > 0).toBe(hasBeenActive)
  }
})

test('does nothing in a browser without Web Audio', () => {
  vi.unstubAllGlobals()
  playSound('ratchet')
  expect(values).toEqual([])
})
