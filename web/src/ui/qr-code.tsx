import { useMemo } from 'react'
import { encode } from 'uqr'
import './qr-code.css'

/** The blank border that readers need, in modules. */
const quietZone = 4

export interface QrCodeProps {
  text: string
  /** What the code leads to, for those who cannot see it. */
  label: string
}

/** Draws a text so that a phone can read it; dark on light in both themes, as readers expect it. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { ecc: 'M', border: quietZone })
    const modules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    return { size, path: modules.join('') }
  }, [text])
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect className="qr-code-light" width={size} height={size} />
      <path className="qr-code-dark" d={path} />
    </svg>
  )
}
