/**
 * Whether the action of a button or remote control is a call: any press of a button that somebody was given calls for
 * help, whatever its maker named it. Letting it go, turning it, or a key of a control panel is none.
 */
export function isPress(action: string): boolean {
  const words = action
    .slice(0, maxAction)
    .toLowerCase()
    .split(/[^a-z]+/)
  return !words.some((word) => noPresses.has(word)) && words.some((word) => presses.has(word))
}

/** Longer is no name of an action. */
const maxAction = 100

const presses = new Set([
  ...['sos', 'emergency', 'panic', 'help', 'call'],
  ...['single', 'double', 'triple', 'quadruple', 'quad', 'penta', 'many', 'tripple'],
  ...['press', 'pressed', 'push', 'click', 'short', 'long', 'hold', 'on', 'off', 'toggle'],
])

const noPresses = new Set([
  ...['release', 'released', 'rotate', 'rotation', 'brightness', 'color', 'colour', 'move', 'stop'],
  ...['arm', 'disarm', 'invalid', 'exit', 'ready', 'recall', 'store', 'scene'],
])
