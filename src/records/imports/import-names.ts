/** Words that belong to the last name that follows them. */
const particles = new Set(
  [
    'von',
    'van',
    'vom',
    'zu',
    'zum',
    'zur',
    'de',
    'del',
    'der',
    'den',
    'di',
    'da',
    'dos',
    'la',
    'las',
    'los',
  ].concat(['le', 'ten', 'ter', 'y']),
)

/** Reads "Voss, Irma" and "Irma Voss"; of a single word nobody knows which name it is. */
export function splitFullName(text: string): { firstName?: string; lastName?: string } {
  const comma = text.indexOf(',')
  if (comma >= 0) return named(text.slice(comma + 1), text.slice(0, comma))
  const words = text.split(/\s+/).filter(Boolean)
  const last = words.length - 1
  const particle = words.findIndex((word, index) => index > 0 && particles.has(word.toLowerCase()))
  const split = particle > 0 && particle < last ? particle : last
  return named(words.slice(0, split).join(' '), words.slice(split).join(' '))
}

const named = (firstName: string, lastName: string) => ({
  ...(firstName.trim() && { firstName: firstName.trim() }),
  ...(lastName.trim() && { lastName: lastName.trim() }),
})

/** How letters are written that have no simpler one below their accents. */
const letters: Record<string, string> = {
  ...{ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', æ: 'ae', ø: 'o', å: 'a', œ: 'oe', đ: 'd', ð: 'd' },
  ...{ ł: 'l', þ: 'th', ı: 'i' },
}

const simple = (text: string) =>
  [...text.normalize('NFC').toLowerCase()]
    .map((letter) => letters[letter] ?? letter)
    .join('')
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '')

const maxNameLength = 60

/** Makes "bjoern.baecker" of a name, with a number if somebody has it. */
export function proposeSignInName(
  { firstName, lastName }: { firstName: string; lastName: string },
  isTaken: (name: string) => boolean,
): string {
  const [first = ''] = firstName.split(/[\s-]+/)
  const plain = [simple(first), simple(lastName)].filter(Boolean).join('.').slice(0, maxNameLength)
  // Names in other scripts have no such letters.
  const base = plain.length >= 3 ? plain : `user${plain}`
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}${number}`
    if (!isTaken(name)) return name
  }
}
