import type english from '../i18n/en.json'

/** The section of a catalogue that the worker uses. */
export type PushTexts = (typeof english)['push']
