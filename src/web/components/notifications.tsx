import '@mantine/notifications/styles.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { createRoot } from 'react-dom/client';
import { cssVariables, theme } from '../theme/theme';

export { notifications } from '@mantine/notifications';

/** The container of the toasts, outside the application's root; created when the first toast loads this file. Clicks go through them. */
const place = document.body.appendChild(document.createElement('div'));
createRoot(place).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    withCssVariables={false}
    withGlobalClasses={false}
  >
    <Notifications position="bottom-right" style={{ pointerEvents: 'none' }} />
  </MantineProvider>,
);
