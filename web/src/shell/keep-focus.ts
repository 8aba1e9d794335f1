/** The browser takes the focus from a control, and a dialog that closes gives it back, a moment later. */
const graceMs = 100

/** Parts of a page that somebody can be in the middle of. */
const places = 'section, main, [tabindex="-1"]'

/**
 * Gives the focus to the part of the page around a control that has gone, or cannot be used any more, such as a
 * button that deletes its own line: a keyboard or a screen reader would start again at the top of the page.
 */
export function keepFocus(): void {
  let control: Element | undefined
  /** Those around it, while it was there. */
  let around: HTMLElement[] = []
  function note() {
    const focused = document.activeElement
    // What somebody does in a dialog began with a control of the page.
    if (!focused || !document.querySelector('main')?.contains(focused)) return
    control = focused
    around = []
    for (let element = focused.parentElement; element; element = element.parentElement)
      if (element.matches(places)) around.push(element)
  }
  note()
  document.addEventListener('focusin', note)

  const isGone = () => control && (!control.isConnected || control.matches(':disabled'))
  function rescue() {
    if (!isGone() || document.activeElement !== document.body) return
    const place = around.find(({ isConnected }) => isConnected)
    if (!place) return
    if (!place.hasAttribute('tabindex')) place.tabIndex = -1
    place.focus({ preventScroll: true })
  }
  let waiting: ReturnType<typeof setTimeout> | undefined
  const look = new MutationObserver(() => {
    if (!isGone()) return
    clearTimeout(waiting)
    waiting = setTimeout(rescue, graceMs)
  })
  look.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
}
