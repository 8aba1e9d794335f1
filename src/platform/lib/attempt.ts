/** Returns why the work failed, or undefined. */
export async function attempt(work: () => Promise<void> | undefined): Promise<unknown> {
  try {
    await work()
    return undefined
  } catch (reason) {
    return reason
  }
}
