import type { AnyRouter } from '@tanstack/react-router'

/**
 * Gives the focus to each screen that somebody goes to: the link or form that led there has gone, and a
 * keyboard or a screen reader would start again at the top of the page. The first screen is left as the browser shows it.
 */
export function focusScreens(router: AnyRouter): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged) return
    const main = document.querySelector('main')
    if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
  })
}
