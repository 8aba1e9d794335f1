import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { projectFolder } from '../../src/platform/project.ts'

const source = (file: string) => readFileSync(new URL(`examples/bangle/${file}`, projectFolder), 'utf8')

/** The flash memory of a watch, which outlives a restart: plain files, and those that are appended to. */
export class BangleStorage {
  readonly plain = new Map<string, string>()
  readonly appended = new Map<string, string>()

  /** As `require('Storage')` has it. */
  readonly module = {
    readJSON: (name: string) => {
      const text = this.plain.get(name)
      return text === undefined ? undefined : JSON.parse(text)
    },
    writeJSON: (name: string, value: unknown) => {
      this.plain.set(name, JSON.stringify(value))
      return true
    },
    list: (pattern: RegExp, { sf }: { sf: boolean }) =>
      [...(sf ? this.appended : this.plain).keys()].filter((name) => pattern.test(name)),
    open: (name: string, mode: 'r' | 'a') => this.open(name, mode),
  }

  private open(name: string, mode: 'r' | 'a') {
    let position = 0
    const text = () => this.appended.get(name) ?? ''
    return {
      write: (added: string) => {
        if (mode !== 'a') throw new Error('not opened to append')
        this.appended.set(name, text() + added)
      },
      readLine: () => {
        if (position >= text().length) return undefined
        const end = text().indexOf('\n', position)
        const line = text().slice(position, end < 0 ? undefined : end + 1)
        position += line.length
        return line
      },
      erase: () => void this.appended.delete(name),
    }
  }
}

interface Request {
  id: string
  url: string
  method: string
  headers: Record<string, string>
  body: string
}

/** What Volley, which Gadgetbridge uses, calls an answer that is no 2xx; the watch is told no more of it. */
function errorNameOf(status: number): string {
  const name =
    status === 401 || status === 403 ? 'AuthFailureError' : status < 500 ? 'ClientError' : 'ServerError'
  return `com.android.volley.${name}`
}

/** Gadgetbridge on a phone: it gets lines of JSON over Bluetooth, sends requests, and calls `GB` on the watch. */
export class Gadgetbridge {
  isConnected = true
  isOnline = true
  readonly statuses: { path: string; status: number }[] = []
  private readonly pending = new Set<Promise<void>>()

  receive(line: string, answer: (event: object) => void): void {
    if (!line.startsWith('{')) return
    const { t, ...request } = JSON.parse(line) as Request & { t: string }
    if (t !== 'http') return
    const sending = this.send(request).then(answer)
    this.pending.add(sending)
    void sending.finally(() => this.pending.delete(sending))
  }

  /** Waits until every request has its answer, with those that follow at once. */
  async idle(): Promise<void> {
    while (this.pending.size > 0) await Promise.all(this.pending)
  }

  private async send({ id, url, method, headers, body }: Request): Promise<object> {
    const about = { t: 'http', id }
    if (!this.isOnline) return { ...about, err: 'com.android.volley.NoConnectionError' }
    const response = await fetch(url, { method: method.toUpperCase(), headers, body })
    const resp = await response.text()
    this.statuses.push({ path: new URL(url).pathname, status: response.status })
    return response.ok ? { ...about, resp } : { ...about, err: errorNameOf(response.status) }
  }
}

type Listener = (value?: unknown) => void

/**
 * A Bangle.js 2 as far as the app uses it, with the functions that Espruino documents. Its time is that of the test: `wear`
 * measures, and timers go on with it.
 */
export class Bangle {
  readonly shown: string[] = []
  readonly buzzes: number[] = []
  readonly registers: [number, number][] = []
  private readonly storage: BangleStorage
  private readonly phone: Gadgetbridge
  private readonly nowMs: () => number
  private listeners = new Map<string, Listener[]>()
  private timers: { at: number; act: () => void; everyMs?: number }[] = []
  private presses: Listener[] = []
  private timeMs = 0
  // biome-ignore lint/suspicious/noExplicitAny: the globals of another language's runtime
  private globals: any

  constructor(storage: BangleStorage, phone: Gadgetbridge, nowMs: () => number) {
    this.storage = storage
    this.phone = phone
    this.nowMs = nowMs
    this.start()
  }

  /** Loads everything anew, as it happens when another app is opened. */
  restart(): void {
    for (const act of this.listeners.get('kill') ?? []) act()
    this.start()
  }

  private start(): void {
    this.listeners = new Map()
    this.timers = []
    this.presses = []
    this.globals = this.createGlobals()
    createContext(this.globals)
    for (const file of ['fallwatch.boot.js', 'fallwatch.app.js']) runInContext(source(file), this.globals)
  }

  get state() {
    return this.globals.Fallwatch.state()
  }

  /** The newest screen, as its lines. */
  get screen(): string {
    return this.shown.slice(this.shown.lastIndexOf('clear') + 1).join('\n')
  }

  press(): void {
    for (const act of this.presses) act()
  }

  /** Measures one sample, in m/s², and lets a twenty-fifth of a second pass. */
  measure([x, y, z]: readonly number[]): void {
    // At ±8 g, what the firmware takes for g is the half of it.
    const scaled = (value = 0) => Math.max(-4, Math.min(4, value / 9.80665 / 2))
    for (const act of this.listeners.get('accel') ?? []) act({ x: scaled(x), y: scaled(y), z: scaled(z) })
    this.timeMs += 40
    const due = this.timers.filter(({ at }) => at <= this.timeMs)
    this.timers = this.timers.filter((timer) => !due.includes(timer))
    for (const { act, everyMs } of due) {
      if (everyMs) this.repeat(act, everyMs)
      act()
    }
  }

  private repeat(act: () => void, everyMs: number): void {
    this.timers.push({ at: this.timeMs + everyMs, act, everyMs })
  }

  private createGlobals() {
    const on = (name: string, act: Listener) =>
      void this.listeners.set(name, [...(this.listeners.get(name) ?? []), act])
    const { nowMs, phone } = this
    const waiting = new Map<string, { resolve: Listener; reject: Listener }>()
    const globals: Record<string, unknown> = {
      require: (name: string) => (name === 'Storage' ? this.storage.module : undefined),
      E: { on, getBattery: () => 77 },
      NRF: { getSecurityStatus: () => ({ connected: phone.isConnected }) },
      Bluetooth: {
        println: (line: string) =>
          phone.receive(line, (event) => (globals.GB as (event: object) => void)(event)),
      },
      BTN1: 1,
      setWatch: (act: Listener) => void this.presses.push(act),
      setTimeout: (act: () => void, ms: number) => void this.timers.push({ at: this.timeMs + ms, act }),
      setInterval: (act: () => void, ms: number) => this.repeat(act, ms),
      btoa: (bytes: Uint8Array) => Buffer.from(bytes).toString('base64'),
      atob: (text: string) => Buffer.from(text, 'base64').toString('latin1'),
      Date: class extends Date {
        static override now() {
          return nowMs()
        }
        constructor(at = nowMs()) {
          super(at)
        }
      },
      g: this.createScreen(),
      Bangle: {
        on,
        accelWr: (register: number, value: number) => void this.registers.push([register, value]),
        setPollInterval: (ms: number) => {
          if (ms !== 40) throw new Error(`polls every ${ms} ms`)
        },
        buzz: (ms: number) => void this.buzzes.push(ms),
        setUI: () => {},
        showLauncher: () => {},
        // As the app "Android Integration" makes it.
        http: (url: string, options: object) => {
          const id = Math.random().toString().slice(2)
          const { println } = globals.Bluetooth as { println(line: string): void }
          return new Promise((resolve, reject) => {
            waiting.set(id, { resolve, reject })
            println(JSON.stringify({ t: 'http', id, url, ...options }))
          })
        },
      },
      GB: ({ id, err, ...event }: { id: string; err?: string }) => {
        const request = waiting.get(id)
        waiting.delete(id)
        if (err === undefined) request?.resolve(event)
        else request?.reject(err)
      },
    }
    globals.global = globals
    return globals as Record<string, unknown> & { GB(event: object): void }
  }

  private createScreen() {
    const screen = {
      clear: () => this.shown.push('clear') && screen,
      setFont: () => screen,
      setFontAlign: () => screen,
      drawString: (text: string) => this.shown.push(text) && screen,
    }
    return screen
  }
}
