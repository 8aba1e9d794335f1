import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  ref?: Ref<HTMLAnchorElement>
  look?: 'primary' | 'plain' | 'quiet'
  size?: 'normal' | 'large'
}

/** Leads to another screen and looks like a button. */
export const ButtonLink = createLink(({ look = 'plain', size = 'normal', ...props }: AnchorProps) => (
  <a {...props} className={`button button-${look} button-${size}`} />
))
