import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Icon, IconInbox } from '../theme/icons';

interface EmptyStateProps {
  title: string;
  /** Why it is empty, and what to do next. */
  children?: ReactNode;
  /** A button that does it. */
  action?: ReactNode;
  icon?: Icon;
}

export function EmptyState({ title, children, action, icon: Icon = IconInbox }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center">
      <Icon size={32} stroke={1.5} aria-hidden />
      <Title order={2} size="h3">
        {title}
      </Title>
      {children && (
        <Text c="dimmed" size="sm" maw={440}>
          {children}
        </Text>
      )}
      {action}
    </Stack>
  );
}
