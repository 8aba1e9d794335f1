import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { PrintSheet, type PrintSheetProps } from './print-sheet.tsx'

export interface PrintButtonProps extends PrintSheetProps {
  label?: string
  look?: ButtonProps['look']
  onPrint?(): void
}

/** Prints links and labels; each press opens the print dialog of the browser. */
export function PrintButton({ links, devices, label, look, onPrint }: PrintButtonProps) {
  const { t } = useTranslation()
  const [prints, setPrints] = useState(0)
  return (
    <>
      <Button
        {...(look && { look })}
        onPress={() => {
          setPrints(prints + 1)
          onPrint?.()
        }}
      >
        {label ?? t('print.button')}
      </Button>
      {links.some(({ url }) => isLocal(url)) && (
        <div className="print-local">
          <Notice tone="caution">{t('print.local')}</Notice>
        </div>
      )}
      {prints > 0 && <PrintSheet key={prints} links={links} {...(devices && { devices })} />}
    </>
  )
}

/** No telephone can open an address of this computer. */
const isLocal = (url: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
