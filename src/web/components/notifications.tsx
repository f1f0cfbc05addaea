import '@mantine/notifications/styles.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { createRoot } from 'react-dom/client';
import { cssVariables, theme } from '../theme/theme';

export { notifications } from '@mantine/notifications';

/** The place of the words, beside the application; made when this file is loaded, with the first of them. */
const place = document.body.appendChild(document.createElement('div'));
createRoot(place).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    withCssVariables={false}
    withGlobalClasses={false}
  >
    <Notifications position="bottom-right" />
  </MantineProvider>,
);
