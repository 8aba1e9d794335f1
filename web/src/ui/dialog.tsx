import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import './dialog.css'

export interface DialogProps {
  title: string
  isOpen: boolean
  onClose(): void
  /** What is shown this once is not closed by a touch beside it, nor by Escape. */
  mustBeClosed?: boolean
  children: ReactNode
}

/** Dialog stands above the page until it is answered or closed. */
export function Dialog({ title, isOpen, onClose, mustBeClosed = false, children }: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      isDismissable={!mustBeClosed}
      isKeyboardDismissDisabled={mustBeClosed}
      className="dialog-overlay"
    >
      <Modal className="dialog-modal">
        <AriaDialog className="dialog">
          <Heading slot="title">{title}</Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
