import { Select } from '@mantine/core';
import { useApiQuery } from '../api/hooks';
import { NOBODY } from '../app/list-filter';
import { useMe } from '../app/session';
import { AssigneesDocument } from './pickers.generated';

/** Whose things are shown: one's own, somebody's, or nobody's. */
export function OwnerFilter({ value, onChange }: { value: string | undefined; onChange: (owner: string | undefined) => void }) {
  const me = useMe();
  const people = useApiQuery(AssigneesDocument, {}).data?.assignees ?? [];
  const options = [
    { value: NOBODY, label: 'No owner' },
    { value: me.id, label: `${me.name} (you)` },
    ...people.filter(({ id }) => id !== me.id).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <Select
      aria-label="Owner"
      placeholder="Owner"
      searchable
      clearable
      data={options}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      nothingFoundMessage="No user found"
      w={{ base: '48%', sm: 170 }}
    />
  );
}
