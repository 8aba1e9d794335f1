/** Those of the service, each with its text in the catalogue. */
export const passwordRules = [
  { name: 'length', isMet: (password: string) => password.length >= 8 && password.length <= 128 },
  { name: 'upper', isMet: (password: string) => /[A-Z]/.test(password) },
  { name: 'lower', isMet: (password: string) => /[a-z]/.test(password) },
  { name: 'digit', isMet: (password: string) => /[0-9]/.test(password) },
  { name: 'special', isMet: (password: string) => /[!@#$%^&*]/.test(password) },
] as const

/** True for a password that the service accepts, unless it is one of the most common ones. */
export const meetsRules = (password: string) => passwordRules.every(({ isMet }) => isMet(password))
