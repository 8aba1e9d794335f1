import { setTimeout as sleep } from 'node:timers/promises'

/** until asks again and again until there is an answer. */
export async function until<T>(
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  milliseconds: number,
): Promise<T> {
  const deadline = Date.now() + milliseconds
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > deadline) throw new Error(`No answer within ${milliseconds} ms`)
    await sleep(20)
  }
}
