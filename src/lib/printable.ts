/** C0 and C1 controls, DEL, and the two characters that end a line in Unicode. */
const control = /[\p{Cc}\u2028\u2029]/u
const controlButLineBreaks = /(?![\t\n\r])[\p{Cc}\u2028\u2029]/u

/** With embeddings, overrides and isolates a text is shown in another order than it is written in. */
const directionOverride = /[\u202a-\u202e\u2066-\u2069]/
/** The marks beside them: writers of Hebrew and Arabic need them in a letter, not in a name. */
const directionMark = /[\u061c\u200e\u200f]/

/** Hangul fillers are letters and the empty braille pattern is a symbol, but nothing is seen of them. */
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

/** isSingleLine is true for a text that is shown as it is written, on one line, wherever it is put in. */
export const isSingleLine = (text: string) =>
  !control.test(text) && !directionOverride.test(text) && !directionMark.test(text)

/** isPlainText is the same for a text of several lines. */
export const isPlainText = (text: string) => !controlButLineBreaks.test(text) && !directionOverride.test(text)

/** printable leaves out what isSingleLine refuses: for texts of devices, which cannot write another one. */
export const printable = (text: string) =>
  text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u061c\u200e\u200f]/gu, '')

/** plainText leaves out what isPlainText refuses: for what is too urgent to be refused. */
export const plainText = (text: string) =>
  text.replaceAll(/(?![\t\n\r])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '')

/** isVisible is true for a text of which a reader sees something. */
export const isVisible = (text: string) => visible.test(text)
