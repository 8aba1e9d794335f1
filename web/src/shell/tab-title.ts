/** The title of the tab: that of the screen, after what must not be overlooked in any tab. */
let screen = ''
let alarm = ''

const show = () => {
  document.title = [alarm, screen, 'Fallwatch'].filter(Boolean).join(' · ')
}

export function setScreenTitle(title: string): void {
  screen = title
  show()
}

export function setTabAlarm(text: string): void {
  alarm = text
  show()
}
