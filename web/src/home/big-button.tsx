import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'

export interface BigButtonProps {
  look: 'fine' | 'help'
  children: ReactNode
  isPending?: boolean
  onPress(): void
}

const signs = { fine: '✓', help: '!' }

/** BigButton is found without glasses; the sign repeats what the word and the colour say. */
export function BigButton({ look, children, isPending = false, onPress }: BigButtonProps) {
  return (
    <Button className={`big-button big-button-${look}`} isPending={isPending} onPress={onPress}>
      <span className="big-button-sign" aria-hidden="true">
        {signs[look]}
      </span>
      <span>{children}</span>
    </Button>
  )
}
