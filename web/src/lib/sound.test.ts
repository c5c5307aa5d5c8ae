import { beforeEach, expect, it, vi } from 'vitest'
import { playSound, soundSwitch } from './sound.ts'

// jsdom has no Web Audio: this is as much of it as sounds use.
let state: AudioContextState
let resumed: number
let nodes: FakeNode[]

/** An oscillator or a gain. */
class FakeNode {
  frequency = new FakeParam()
  gain = new FakeParam()
  target: FakeNode | undefined
  startS = Number.NaN
  stopS = Number.NaN

  constructor() {
    nodes.push(this)
  }
  connect(target: FakeNode) {
    this.target = target
    return target
  }
  start(atS: number) {
    this.startS = atS
  }
  stop(atS: number) {
    this.stopS = atS
  }
}

class FakeParam {
  values: number[] = []
  setValueAtTime(value: number) {
    this.values.push(value)
  }
  exponentialRampToValueAtTime(value: number) {
    this.values.push(value)
  }
}

const speaker = {} as FakeNode

class FakeAudioContext {
  currentTime = 7
  destination = speaker
  createOscillator = () => new FakeNode()
  createGain = () => new FakeNode()
  get state() {
    return state
  }
  resume() {
    resumed += 1
    return Promise.resolve()
  }
}

/** The notes that reach the speaker, each by its pitches. */
function heard(): number[][] {
  return nodes
    .filter((node) => node.target?.target === speaker && node.startS >= 7)
    .map((node) => node.frequency.values)
}

function otherTabStores(choice: string) {
  localStorage.setItem('sound', choice)
  dispatchEvent(new StorageEvent('storage', { key: 'sound' }))
}

beforeEach(() => {
  state = 'running'
  resumed = 0
  nodes = []
  vi.stubGlobal('AudioContext', FakeAudioContext)
  soundSwitch.set('on')
})

it('plays a sound while sounds are on, quietly and to an end', () => {
  playSound('plop')
  expect(heard()).toEqual([[520, 90]])
  const [oscillator, gain] = nodes
  expect(gain?.gain.values).toEqual([0.12, 0.001])
  expect(oscillator?.stopS).toBeCloseTo(7.16)
})

it('is silent while sounds are off', () => {
  soundSwitch.set('off')
  playSound('fanfare')
  playSound('jackpot')
  expect(nodes).toEqual([])
})

it('is as another tab, or what that has cleared, says', () => {
  otherTabStores('off')
  expect(soundSwitch.get()).toBe('off')
  otherTabStores('on')
  expect(soundSwitch.get()).toBe('on')
  otherTabStores('off')
  otherTabStores('louder')
  expect(soundSwitch.get()).toBe('on')
  soundSwitch.set('off')
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage'))
  expect(soundSwitch.get()).toBe('on')
})

it('is as silent where a choice can not be stored', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  soundSwitch.set('off')
  playSound('plop')
  expect(nodes).toEqual([])
})

it('wakes a context that the browser keeps silent, and no other', () => {
  playSound('tick')
  expect(resumed).toBe(0)
  state = 'suspended'
  playSound('tick')
  expect(resumed).toBe(1)
})

it('waits until the page was touched, for browsers complain of sounds before', () => {
  const { navigator } = globalThis
  for (const hasBeenActive of [false, true]) {
    const userActivation = { value: { hasBeenActive } }
    vi.stubGlobal('navigator', Object.create(navigator, { userActivation }))
    playSound('tick')
    expect(heard()).toHaveLength(hasBeenActive ? 1 : 0)
  }
})

it('does nothing in a browser without Web Audio', () => {
  vi.unstubAllGlobals()
  expect(() => playSound('ratchet')).not.toThrow()
  expect(nodes).toEqual([])
})
