import { Checkbox, Kbd, Stack, Table, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useEffect } from 'react';
import { SEARCH_KEYS } from '../../app/search-button';
import { Dialog } from '../../components/dialog';

/** The keyboard shortcuts of the review, in the order of the help. */
const KEYS = {
  a: 'Approve or confirm, then go to the next undecided question',
  r: 'Reject',
  c: 'Request clarification',
  j: 'Next question',
  k: 'Previous question',
  u: 'Next undecided question',
  n: 'Write a note on the decision',
  m: 'Write a comment',
  e: 'Go to the evidence',
  s: 'Send back to the vendor',
  f: 'Finalize',
} as const;

export type Key = keyof typeof KEYS;

const FIELDS = 'textarea, select, input:not([type="radio"], [type="checkbox"]), [contenteditable], [role="dialog"]';

/** Single-key shortcuts can be turned off, because speech input types letters too. */
export function useKeys(press: (key: Key | '?') => void): [isOn: boolean, setOn: (isOn: boolean) => void] {
  const [isOn, setOn] = useLocalStorage({ key: 'vetgraph-single-keys', defaultValue: true, getInitialValueInEffect: false });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      if (!isOn || ctrlKey || metaKey || altKey || defaultPrevented || (target as Element).closest?.(FIELDS)) return;
      const name = key.toLowerCase();
      if (name !== '?' && !Object.hasOwn(KEYS, name)) return;
      event.preventDefault();
      press(name as Key | '?');
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  return [isOn, setOn];
}

interface KeyHelpProps {
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  onClose: () => void;
}

export function KeyHelp({ isOn, onSwitch, onClose }: KeyHelpProps) {
  return (
    <Dialog onClose={onClose} title="Review shortcuts">
      <Stack gap="sm">
        <Table verticalSpacing={4}>
          <Table.Tbody>
            {Object.entries(KEYS).map(([key, what]) => (
              <Table.Tr key={key}>
                <Table.Th w={64}>
                  <Kbd>{key.toUpperCase()}</Kbd>
                </Table.Th>
                <Table.Td>{what}</Table.Td>
              </Table.Tr>
            ))}
            <Table.Tr>
              <Table.Th>
                <Kbd>?</Kbd>
              </Table.Th>
              <Table.Td>This help</Table.Td>
            </Table.Tr>
            <Table.Tr>
              <Table.Th style={{ whiteSpace: 'nowrap' }}>
                <Kbd>{SEARCH_KEYS}</Kbd>
              </Table.Th>
              <Table.Td>Search, on every page</Table.Td>
            </Table.Tr>
            <Table.Tr>
              <Table.Th>
                <Kbd>Esc</Kbd>
              </Table.Th>
              <Table.Td>Leave a field, so that the shortcuts work again</Table.Td>
            </Table.Tr>
          </Table.Tbody>
        </Table>
        <Checkbox
          label="Use single-key shortcuts"
          checked={isOn}
          onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
          data-autofocus
        />
        <Text size="xs" c="dimmed">
          Saved in this browser. Without them, everything can be reached with Tab and Enter.
        </Text>
      </Stack>
    </Dialog>
  );
}
