import { type ComponentType, createContext } from 'react'

export interface DialogFrame {
  /** What is drawn above each dialog that is open: the alarms that began meanwhile. */
  Alarms?: ComponentType
  /** A dialog that nobody touches for so long closes by itself. */
  closesAfterMs?: number
}

/** What the page around has to say in every dialog. */
export const DialogFrameContext = createContext<DialogFrame>({})
