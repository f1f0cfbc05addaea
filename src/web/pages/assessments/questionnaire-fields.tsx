import { Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Recurrence } from '../../api/enums.generated';
import { useApiQuery } from '../../api/hooks';
import { endOf } from '../../components/day';
import { DayField } from '../../components/day-field';
import { ErrorBox } from '../../components/error-box';
import { many } from '../../components/format';
import { mayDo, useMe } from '../../app/session';
import { PersonSelect } from '../../components/pickers';
import { TemplateOptionsDocument } from './new.generated';
import { RECURRENCES } from './assessment-labels';

/** The fields shared by assessments of one vendor and of many: questionnaire, due date, reviewer. */
export interface Questionnaire {
  [name: string]: unknown;
  templateId: string | null;
  title: string;
  dueDate: string;
  reviewerId: string | null;
  recurrence: Recurrence;
}

/** Whoever may review is proposed as the reviewer. */
export function useBlank(): Questionnaire {
  const me = useMe();
  const reviewerId = mayDo(me, 'assessments:review') ? me.id : null;
  return { templateId: null, title: '', dueDate: '', reviewerId, recurrence: 'NONE' };
}

export const RECURRENCE_OPTIONS = Object.entries(RECURRENCES).map(([value, label]) => ({ value, label }));

/** As mutation input. */
export function inputOf({ templateId, title, dueDate, reviewerId, recurrence }: Questionnaire) {
  return { templateId: templateId ?? '', title: title || null, dueDate: dueDate ? endOf(dueDate) : null, reviewerId, recurrence };
}

/** The questionnaires that can be sent; undefined until they are loaded. */
function usePublished() {
  const { data, ...query } = useApiQuery(TemplateOptionsDocument, {});
  return { ...query, published: data?.templates.filter(({ status }) => status === 'PUBLISHED') };
}

/** Sent to most vendors, as the library names it. */
const USUAL = 'Security baseline';

/** The questionnaire to propose where no plan names one: the usual one, or the only one. */
export function useUsualTemplate(): string | null {
  const { published = [] } = usePublished();
  const usual = published.find(({ name }) => name === USUAL) ?? (published.length === 1 ? published[0] : undefined);
  return usual?.id ?? null;
}

export function QuestionnaireFields<Values extends Questionnaire>({ form: given }: { form: UseFormReturnType<Values> }) {
  const form = given as unknown as UseFormReturnType<Questionnaire>;
  const { published, error, refetch } = usePublished();
  const chosen = published?.find(({ id }) => id === form.getValues().templateId);
  return (
    <Stack gap="sm">
      <ErrorBox error={error} onRetry={() => void refetch()} />
      <Select
        label="Questionnaire"
        description={
          published?.length === 0
            ? 'No template is published yet. Publish one under Templates.'
            : 'Its questions are copied: later template changes don’t affect this assessment.'
        }
        withAsterisk
        searchable
        allowDeselect={false}
        nothingFoundMessage="Nothing found"
        data={published?.map(({ id, name, version, questionCount }) => ({
          value: id,
          label: `${name}, version ${version} (${many(questionCount, 'question')})`,
        }))}
        {...form.getInputProps('templateId')}
      />
      <TextInput
        label="Title"
        placeholder={chosen?.name}
        description="Leave empty to use the name of the questionnaire"
        {...form.getInputProps('title')}
      />
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
        <DayField label="Due" {...form.getInputProps('dueDate')} />
        <PersonSelect label="Reviewer" {...form.getInputProps('reviewerId')} />
        <Select label="Repeat" data={RECURRENCE_OPTIONS} allowDeselect={false} {...form.getInputProps('recurrence')} />
      </SimpleGrid>
    </Stack>
  );
}
