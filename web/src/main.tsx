import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { startI18n } from './i18n/i18n.ts'
import { loadAlarmScreens, prefetch, router } from './router.tsx'
import { focusScreens } from './shell/focus-screen.ts'
import { registerServiceWorker } from './shell/service-worker-registration.ts'
import './styles/base.css'
import './styles/tokens.css'

prefetch()
await startI18n()
focusScreens(router)
const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
registerServiceWorker()
setTimeout(() => loadAlarmScreens().catch(() => {}), 3000)
// The first screen does not need it.
addEventListener('focusin', () => import('./shell/keep-focus.ts').then(({ keepFocus }) => keepFocus()), {
  once: true,
})
