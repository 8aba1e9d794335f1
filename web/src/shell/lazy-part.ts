import { type ComponentType, lazy } from 'react'
import { loadAllTexts } from '../i18n/i18n.ts'

/** lazyPart is a part of the page that is loaded, with its texts, when it is drawn first. */
export const lazyPart = <Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) =>
  lazy(async () => {
    const [parts] = await Promise.all([load(), loadAllTexts()])
    return { default: parts[name] }
  })
