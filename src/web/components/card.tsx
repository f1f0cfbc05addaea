import { Group, Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface CardProps {
  title: string;
  /** Explains the title: `<Help term="…" />`. */
  help?: ReactNode;
  link?: ReactNode;
  children: ReactNode;
}

/** A part of a page, with a heading and optionally a link to more. */
export function Card({ title, help, link, children }: CardProps) {
  return (
    <Paper component="section" withBorder p="md" h="100%" aria-label={title}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h3">
            {title}
            {help}
          </Title>
          {link}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
