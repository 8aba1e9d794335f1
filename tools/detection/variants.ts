/** Stretch is motion at an even rate, six numbers for each moment. */
export interface Stretch {
  hz: number
  motion: Float32Array
}

/** dropStart leaves out the beginning: shifts the seconds, or leaves an impact little history. */
export function dropStart({ hz, motion }: Stretch, seconds: number): Stretch {
  return { hz, motion: motion.slice(Math.round(seconds * hz) * 6) }
}

/** clip keeps each axis within what a cheaper sensor can tell. */
export function clip({ hz, motion }: Stretch, accel: number, gyro: number): Stretch {
  const copy = motion.slice()
  for (let i = 0; i < copy.length; i++) {
    const limit = i % 6 < 3 ? accel : gyro
    copy[i] = Math.max(-limit, Math.min(limit, copy[i] as number))
  }
  return { hz, motion: copy }
}

/** scale is a sensor of another gain. */
export function scale({ hz, motion }: Stretch, accel: number, gyro: number): Stretch {
  return { hz, motion: motion.map((value, i) => value * (i % 6 < 3 ? accel : gyro)) }
}

/** slowDown samples at another rate, by averaging between the moments or by taking single ones. */
export function slowDown({ hz, motion }: Stretch, to: number, averaging: boolean, phase = 0): Stretch {
  const n = Math.floor((motion.length / 6 / hz) * to)
  const copy = new Float32Array(n * 6)
  const ratio = hz / to
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < 6; k++)
      copy[i * 6 + k] = averaging ? box(i * ratio, (i + 1) * ratio, k) : point(i * ratio + phase, k)
  }
  return { hz: to, motion: copy }

  function box(from: number, until: number, k: number): number {
    let sum = 0
    for (let j = Math.floor(from); j < until; j++) {
      sum += (motion[j * 6 + k] ?? 0) * (Math.min(j + 1, until) - Math.max(j, from))
    }
    return sum / (until - from)
  }
  function point(at: number, k: number): number {
    const left = Math.floor(at)
    const a = motion[left * 6 + k] ?? 0
    return a + ((motion[(left + 1) * 6 + k] ?? a) - a) * (at - left)
  }
}

/** impactTime is when the recording's hardest moment was, in seconds. */
export function impactTime({ hz, motion }: Stretch): number {
  let [best, at] = [0, 0]
  for (let i = 0; i < motion.length; i += 6) {
    const force = Math.hypot(motion[i] as number, motion[i + 1] as number, motion[i + 2] as number)
    if (force > best) [best, at] = [force, i / 6]
  }
  return at / hz
}

/** Variant is a recording as another device might have told it, and how much of its beginning is left out, in seconds. */
export interface Variant {
  stretch: Stretch
  skipped: number
}

const g = 9.81

/**
 * variantsOf makes more of a recording than one device told: seconds that begin elsewhere, 20 samples a second
 * (averaged or not), sensors that clip, and starts shortly before an impact.
 */
export function variantsOf(original: Stretch, kind: VariantKind, random: () => number): Variant[] {
  const from = (skipped: number, change: (stretch: Stretch) => Stretch = (same) => same): Variant => ({
    stretch: change(dropStart(original, skipped)),
    skipped,
  })
  const seconds = original.motion.length / 6 / original.hz
  const lateStart = kind.fall ? impactTime(original) - 0.5 - random() * 3 : random() * seconds * 0.7
  const singled = (stretch: Stretch) => slowDown(stretch, 20, false, random() * 2)
  const variants = [
    from(0),
    from(Math.max(0, lateStart)),
    from(random(), (stretch) => slowDown(stretch, 20, true)),
    from(0, (stretch) => clip(singled(stretch), 4 * g, 250)),
  ]
  if (!kind.clipped) variants.push(from(random(), (stretch) => clip(stretch, 4 * g, 2000)))
  if (!kind.bare) variants.push(from(random(), singled), from(random(), singled))
  else {
    // Where the seconds begin, and whether a moment was caught, matters much to a device that tells one of each.
    const gain = (stretch: Stretch) => scale(stretch, 0.93 + 0.14 * random(), 0.85 + 0.3 * random())
    for (let eighth = 1; eighth < 8; eighth++) {
      variants.push(eighth % 2 === 0 ? from(eighth / 8) : from(eighth / 8, singled))
    }
    variants.push(from(random(), (stretch) => gain(singled(stretch))))
    variants.push(from(random() * 0.6, gain))
    if (kind.clipped) {
      variants.push(from(random(), (stretch) => gain(slowDown(stretch, 20, true))))
      variants.push(from(random() * 0.6, gain))
    }
  }
  return variants
}

export interface VariantKind {
  fall: boolean
  /** The sensor clipped already. */
  clipped: boolean
  bare: boolean
}
