import type { Browser, CDPSession } from 'playwright-core'

/** A tab that nobody debugs. */
export interface PlainTab {
  send(method: string, params: object): Promise<{ result?: { value?: unknown } }>
  /** Returns what a promise of the page resolves to. */
  evaluate<T>(expression: string): Promise<T>
  close(): Promise<void>
}

interface Reply {
  id?: number
  result?: { result?: { value?: unknown } }
  error?: { message: string }
}

/**
 * Opens an empty tab in a profile of its own. A page of Playwright has the runtime domain of the debugger
 * enabled: V8 then parses a script once more to place an exception, 0.1 to 0.4 s of a slowed first screen.
 */
export async function openPlainTab(
  browser: Browser,
  cookie: { name: string; value: string; url: string },
): Promise<PlainTab> {
  const session = await browser.newBrowserCDPSession()
  const { browserContextId } = await session.send('Target.createBrowserContext')
  await session.send('Storage.setCookies', { browserContextId, cookies: [cookie] })
  const { targetId } = await session.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const send = await attach(session, targetId)
  return {
    send,
    async evaluate<T>(expression: string) {
      const { result } = await send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      })
      return result?.value as T
    },
    async close() {
      await session.send('Target.closeTarget', { targetId })
      await session.send('Target.disposeBrowserContext', { browserContextId })
      await session.detach()
    },
  }
}

/** Returns how to send commands to a target; Playwright does not know the tab, so that they are wrapped. */
async function attach(session: CDPSession, targetId: string): Promise<PlainTab['send']> {
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
  const waiting = new Map<number, (reply: Reply) => void>()
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const reply = JSON.parse(message) as Reply
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply)
  })
  let lastId = 0
  return async (method, params) => {
    const id = ++lastId
    const replied = new Promise<Reply>((resolve) => waiting.set(id, resolve))
    await session.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method, params }),
    })
    const { result, error } = await replied
    waiting.delete(id)
    if (error) throw new Error(`${method}: ${error.message}`)
    return result ?? {}
  }
}
