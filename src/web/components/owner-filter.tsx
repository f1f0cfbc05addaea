import { Select } from '@mantine/core';
import { useApiQuery } from '../api/hooks';
import { useMe } from '../app/session';
import { AssigneesDocument } from './pickers.generated';

/** In the URL: what is nobody's. */
const NOBODY = 'none';

/** For a filter's `ownerId`: null asks for what is nobody's, undefined for anybody's. */
export const ownerIdOf = (owner: string | undefined) => (owner === NOBODY ? null : owner);

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
