/** normalizeMac writes a MAC address as AA:BB:CC:DD:EE:FF; undefined when the text is none that a device can have. */
export function normalizeMac(text: string): string | undefined {
  const trimmed = text.trim()
  if (!/^([0-9a-f]{12}|[0-9a-f]{2}(:[0-9a-f]{2}){5}|[0-9a-f]{2}(-[0-9a-f]{2}){5})$/i.test(trimmed))
    return undefined
  const digits = trimmed.replace(/[:-]/g, '').toUpperCase()
  if (digits === '000000000000' || digits === 'FFFFFFFFFFFF') return undefined
  return digits.replace(/(..)(?=.)/g, '$1:')
}
