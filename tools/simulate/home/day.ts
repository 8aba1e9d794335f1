import { type Chance, createChance } from '../chance.ts'

/** What somebody's devices notice in a day, in minutes from its begin at six in the morning. */
export interface Happening {
  at: number
  what: 'press' | 'gets up' | 'lies down' | 'opens the door' | 'closes the door' | 'moves' | 'falls' | 'alive'
}

export const minutesOfDay = 1440

/** Few call, and few fall: of forty residents about six a day, and two. */
const callsPerDay = 0.15
const fallsPerDay = 0.05

/** Lists what happens to a resident in a day, the same for the same seed. */
export function writeDay(resident: number, seed: number): Happening[] {
  const chance = createChance(seed, resident, 11)
  const day: Happening[] = []
  const happens = (at: number, what: Happening['what']) => day.push({ at, what })
  const getsUp = chance.between(30, 150)
  const liesDown = chance.between(900, 1000)
  happens(getsUp, 'gets up')
  happens(liesDown, 'lies down')
  for (let at = getsUp + 2; at < liesDown; at += chance.between(10, 45)) happens(at, 'moves')
  for (let at = getsUp + 30; at < liesDown; at += chance.between(60, 240)) passDoor(at)
  nights(chance, liesDown)
  for (let at = chance.between(0, 60); at < minutesOfDay; at += 60) happens(at, 'alive')
  if (chance.happens(callsPerDay)) happens(chance.between(0, minutesOfDay), 'press')
  if (chance.happens(fallsPerDay)) happens(chance.between(getsUp, liesDown), 'falls')
  return day.sort((a, b) => a.at - b.at)

  function passDoor(at: number): void {
    happens(at, 'opens the door')
    happens(at + 1, 'closes the door')
  }

  function nights({ between }: Chance, from: number): void {
    for (let at = from + between(60, 200); at < minutesOfDay - 60; at += between(90, 240)) {
      happens(at, 'gets up')
      happens(at + between(3, 20), 'lies down')
    }
  }
}
