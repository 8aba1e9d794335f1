import { type ReactNode, useContext, useEffect, useRef } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { DialogFrameContext } from './dialog-frame.ts'
import './dialog.css'

export interface DialogProps {
  title: string
  isOpen: boolean
  onClose(): void
  /** What is shown this once is not closed by a touch beside it, nor by Escape. */
  mustBeClosed?: boolean
  children: ReactNode
}

/** Stands above the page until it is answered or closed. Only an alarm stands above it. */
export function Dialog({ title, isOpen, onClose, mustBeClosed = false, children }: DialogProps) {
  const { Alarms, closesAfterMs } = useContext(DialogFrameContext)
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      isDismissable={!mustBeClosed}
      isKeyboardDismissDisabled={mustBeClosed}
      className="dialog-overlay"
    >
      <Modal className="dialog-modal">
        {Alarms && <Alarms />}
        {closesAfterMs !== undefined && <CloseWhenIdle afterMs={closesAfterMs} onClose={onClose} />}
        <AriaDialog className="dialog">
          <Heading slot="title">{title}</Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

const touches = ['pointerdown', 'pointermove', 'keydown', 'input', 'wheel'] as const

function CloseWhenIdle({ afterMs, onClose }: { afterMs: number; onClose(): void }) {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => close.current(), afterMs)
    }
    wait()
    for (const touch of touches) addEventListener(touch, wait, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const touch of touches) removeEventListener(touch, wait)
    }
  }, [afterMs])
  return null
}
