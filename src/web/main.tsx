import '@fontsource/noto-sans/400.css';
import '@fontsource/noto-sans/600.css';
import '@mantine/core/styles.css';
import './theme/global.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api/error';
import { createQueryClient } from './api/query-client';
import { makeRouter } from './app/router';
import { meQuery } from './app/session';
import { cssVariables, theme } from './theme/theme';

const queryClient = createQueryClient(() => {
  // Only a signed-in user can be signed out: a wrong password at sign-in fails with the same code.
  if (!queryClient.getQueryData(meQuery.queryKey)?.me) return;
  queryClient.setQueryData(meQuery.queryKey, { me: null });
  void router.invalidate();
});
const router = makeRouter(queryClient);

// A file dropped outside a field would replace the page.
for (const type of ['dragover', 'drop'] as const) {
  window.addEventListener(type, (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
}

createRoot(document.getElementById('root')!, {
  // The page shows refusals itself; only its own bugs go to the console.
  onCaughtError: (error) => error instanceof ApiError || console.error(error),
}).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
