import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import './button.css'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  children: ReactNode
  /** `urgent` is for what helps somebody in danger, `caution` for what must not be overlooked. */
  look?: 'primary' | 'plain' | 'quiet' | 'caution' | 'urgent'
  /** `large` is for the three buttons that matter. */
  size?: 'normal' | 'large'
}

export function Button({ look = 'plain', size = 'normal', ...props }: ButtonProps) {
  return <AriaButton {...props} className={`button button-${look} button-${size}`} />
}
