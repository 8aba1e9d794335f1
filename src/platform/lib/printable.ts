/** C0 and C1 controls, DEL, and the two characters that end a line in Unicode. */
const control = /[\p{Cc}\u2028\u2029]/u
const controlButLineBreaks = /(?![\t\n\r])[\p{Cc}\u2028\u2029]/u

/** Embeddings, overrides and isolates show a text in another order than it is written. */
const directionOverride = /[\u202a-\u202e\u2066-\u2069]/
/** Direction marks: Hebrew and Arabic need them in longer texts, but not in a name. */
const directionMark = /[\u061c\u200e\u200f]/

/** Hangul fillers are letters and the empty braille pattern is a symbol, but they are invisible. */
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

/** True for a text on one line that is shown in the order it is written. */
export const isSingleLine = (text: string) =>
  !control.test(text) && !directionOverride.test(text) && !directionMark.test(text)

/** The same for several lines. */
export const isPlainText = (text: string) => !controlButLineBreaks.test(text) && !directionOverride.test(text)

/** Removes what isSingleLine refuses, for texts from devices, which cannot correct them. */
export const printable = (text: string) =>
  text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u061c\u200e\u200f]/gu, '')

/** Removes what isPlainText refuses, for reports that are too urgent to be refused. */
export const plainText = (text: string) =>
  text.replaceAll(/(?![\t\n\r])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '')

/** True for a text with a visible character. */
export const isVisible = (text: string) => visible.test(text)
