export interface TurnParts {
  /** Of what only one tab may do at a time. */
  name: string
  /** Begins it; it returns how to stop. */
  begin(): () => void
  /** Another tab does it. */
  onWaiting(): void
}

/**
 * Does something in one tab of a browser: the one that was seen last takes it from the others, as browsers give motion to no
 * tab that is hidden. When that one is closed, another one goes on. It returns how to stop.
 */
export function takeTurns({ name, begin, onWaiting }: TurnParts): () => void {
  const ending = new AbortController()
  let waiting: AbortController | undefined
  /** The request that this tab has its turn by. */
  let turn: object | undefined
  let stopTurn = () => {}
  let isTaking = false

  /** Does it until it is stopped, or another tab takes it. */
  async function hold(request: object): Promise<void> {
    if (ending.signal.aborted) return
    waiting?.abort()
    if (!turn) stopTurn = begin()
    turn = request
    await new Promise((resolve) => ending.signal.addEventListener('abort', resolve, { once: true }))
  }

  function lose(request: object): void {
    if (turn !== request || ending.signal.aborted) return
    turn = undefined
    stopTurn()
    wait()
  }

  /** Takes it once nobody has it. */
  function wait(): void {
    onWaiting()
    const mine = new AbortController()
    waiting = mine
    const holdNow = () => {
      waiting = undefined
      return hold(mine)
    }
    navigator.locks.request(name, { signal: mine.signal }, holdNow).catch(() => lose(mine))
  }

  function take(): void {
    if (turn || isTaking || document.hidden) return
    isTaking = true
    const mine = {}
    const holdNow = () => {
      isTaking = false
      return hold(mine)
    }
    navigator.locks.request(name, { steal: true }, holdNow).catch(() => lose(mine))
  }

  document.addEventListener('visibilitychange', take)
  // Two windows may be seen at once: then it is the one that is used.
  window.addEventListener('focus', take)
  // Secure pages, the only ones that have motion, have locks as well.
  if (document.hidden) wait()
  else take()
  return () => {
    document.removeEventListener('visibilitychange', take)
    window.removeEventListener('focus', take)
    waiting?.abort()
    ending.abort()
  }
}
