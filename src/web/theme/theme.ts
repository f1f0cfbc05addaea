import { createTheme, type CSSVariablesResolver } from '@mantine/core';

/** The accent colour of the PDF reports (#2f5bd0) and its shades. */
const BRAND = ['#eef3ff', '#dce6ff', '#b9ccff', '#8caeff', '#648ff2', '#4572e3', '#2f5bd0', '#264db5', '#1e3f96', '#16264c'] as const;

/** Dark blue rather than black. */
const DARK = ['#e6eaf2', '#c6cedd', '#9aa6bd', '#74819b', '#3b4559', '#2c3548', '#222a3a', '#1b2130', '#12161f', '#0c0f16'] as const;

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: 6,
  colors: { brand: BRAND, dark: DARK },
  defaultRadius: 'md',
  fontFamily: '"Noto Sans", system-ui, sans-serif',
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.125rem' }, h3: { fontSize: '1rem' } } },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // A <header> would be a second banner: the page has one.
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
  },
});

/** Overrides Mantine's colours where contrast is too low or ours differ: text has at least 4.5 to 1 on page and card. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1c2433',
    '--mantine-color-dimmed': '#566178',
    '--mantine-color-placeholder': '#667085',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-anchor': BRAND[6],
    '--mantine-color-default-border': '#cfd6e4',
    '--control-border': '#78839a',
    '--page': '#f5f7fb',
    '--line': '#dce2ee',
    '--edge': 'rgba(28, 36, 51, 0.28)',
  },
  dark: {
    '--mantine-color-body': DARK[7],
    '--mantine-color-text': DARK[0],
    '--mantine-color-dimmed': '#a7b2c7',
    '--mantine-color-placeholder': DARK[2],
    '--mantine-color-error': '#ff9b8f',
    '--mantine-color-anchor': BRAND[3],
    '--mantine-color-default-border': '#465169',
    '--mantine-color-brand-light': '#26355c',
    '--mantine-color-brand-light-hover': '#2d3f6d',
    '--control-border': '#8390a9',
    '--page': DARK[8],
    '--line': DARK[5],
    '--edge': 'rgba(0, 0, 0, 0.65)',
  },
});
