import { Button, Group, Select, Stack, TagsInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Tier } from '../../api/enums.generated';
import { useAsOpened, useFormMutation } from '../../api/form';
import { NOBODY } from '../../app/list-filter';
import { type Chosen, type Outcome, outcomeOf } from '../../components/bulk-outcome';
import { Dialog } from '../../components/dialog';
import { ErrorBox } from '../../components/error-box';
import { many } from '../../components/format';
import { PersonSelect, useTags } from '../../components/pickers';
import { optionsOf, TIERS, UNTIERED } from '../../theme/tones';
import { UpdateVendorsDocument } from './bulk-edit.generated';

const NO_TIER = 'NONE';

interface BulkEditProps {
  vendors: Chosen[];
  onDone: (outcome: Outcome) => void;
  onClose: () => void;
}

/** Changes owner, tier and tags of several vendors; what is left empty stays as it is. */
export function BulkEdit({ vendors: given, onDone, onClose }: BulkEditProps) {
  const vendors = useAsOpened(given);
  const tags = useTags();
  const form = useForm({
    initialValues: { ownerId: null as string | null, tier: null as string | null, addTags: [] as string[], removeTags: [] as string[] },
  });
  const { ownerId, tier, addTags, removeTags } = form.getValues();
  const isEmpty = ownerId === null && tier === null && addTags.length === 0 && removeTags.length === 0;
  const { onSubmit, isPending, problem } = useFormMutation(form, UpdateVendorsDocument, {
    variables: (values) => ({
      input: {
        ids: vendors.map(({ id }) => id),
        ...(values.ownerId !== null && { ownerId: values.ownerId === NOBODY ? null : values.ownerId }),
        ...(values.tier !== null && { tier: values.tier === NO_TIER ? null : (values.tier as Tier) }),
        ...(values.addTags.length > 0 && { addTags: values.addTags }),
        ...(values.removeTags.length > 0 && { removeTags: values.removeTags }),
      },
    }),
    onSuccess: ({ updateVendors: { results } }) => {
      onClose();
      onDone(outcomeOf('changed', results, vendors));
    },
  });
  return (
    <Dialog title={`Edit ${many(vendors.length, 'vendor')}`} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="sm">
          <ErrorBox error={problem} />
          <Select
            label="Tier"
            placeholder="Unchanged"
            data={[...optionsOf(TIERS), { value: NO_TIER, label: UNTIERED.label }]}
            clearable
            data-autofocus
            {...form.getInputProps('tier')}
          />
          <PersonSelect label="Owner" placeholder="Unchanged" nobody="No owner" {...form.getInputProps('ownerId')} />
          <TagsInput label="Add tags" data={tags} {...form.getInputProps('addTags')} />
          <TagsInput label="Remove tags" data={tags} {...form.getInputProps('removeTags')} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending} disabled={isEmpty}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
