const fence = /^```(\w*)\n(.*?)^```$/gms

export const withoutFences = (text: string) => text.replace(fence, '')

/** Lists the blocks of a document that are in a language. */
export const fencesOf = (text: string, language: string) =>
  [...text.matchAll(fence)].filter(([, name]) => name === language).map(([, , body = '']) => body)
