import type english from '../i18n/en.json'

/** PushTexts are the section of a catalogue that the worker uses. */
export type PushTexts = (typeof english)['push']
