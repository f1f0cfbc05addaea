import { Stack } from '@mantine/core';
import { Link, Outlet } from '@tanstack/react-router';
import { mayDo, useMe } from '../../app/session';
import classes from './layout.module.css';
import { SECTIONS } from './sections';

/** The settings menu, above each settings page. */
export function SettingsLayout() {
  const me = useMe();
  return (
    <Stack gap="md">
      <nav aria-label="Settings" className={classes.menu}>
        {SECTIONS.filter(({ permission }) => mayDo(me, permission)).map(({ to, label }) => (
          <Link key={to} to={to} activeOptions={{ includeSearch: false }}>
            {label}
          </Link>
        ))}
      </nav>
      <Outlet />
    </Stack>
  );
}
