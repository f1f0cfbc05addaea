import { Button, Group, Radio, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { RemediationAnswer } from '../../api/enums.generated';
import { useFormMutation } from '../../api/form';
import { dayIn } from '../../components/day';
import { DayField } from '../../components/day-field';
import { ErrorBox } from '../../components/error-box';
import { notify } from '../../components/notify';
import type { SentFinding } from './finding-card';
import type { Link } from './portal';
import { ADVICE } from './remediation-advice';
import { PortalAnswerFindingDocument } from './remediation.generated';

const CHOICES: { value: RemediationAnswer; label: string; description: string }[] = [
  { value: 'PLANNED', label: 'We will fix it', description: 'Say how, and by when' },
  { value: 'DONE', label: 'It is fixed', description: 'Attach evidence above, such as a screenshot or a report' },
  { value: 'DISAGREE', label: 'We disagree', description: 'Say why there is no gap, or why it isn’t yours' },
];

interface FindingAnswerProps {
  finding: SentFinding;
  link: Link;
  organization: string;
  onAnswered: () => Promise<unknown>;
  onTyped: () => void;
  /** Set while there is an answer already. */
  onCancel?: () => void;
}

/** The vendor's answer: a plan with a date, done, or disagreement, with a comment. */
export function FindingAnswer({ finding, link, organization, onAnswered, onTyped, onCancel }: FindingAnswerProps) {
  const { id, title, answer, plan, plannedFor } = finding;
  const form = useForm({
    name: `answer-${id}`, // a page has several
    initialValues: { answer: answer ?? ('PLANNED' as RemediationAnswer), plan: plan ?? '', plannedFor: plannedFor ?? '', comment: '' },
  });
  const chosen = form.values.answer;
  const { onSubmit, isPending, problem } = useFormMutation(form, PortalAnswerFindingDocument, {
    invalidates: [],
    variables: (values) => ({
      input: {
        ...link,
        findingId: id,
        answer: values.answer,
        plan: values.plan || null,
        plannedFor: values.plannedFor || null,
        comment: values.comment || null,
      },
    }),
    onSuccess: () => {
      notify('Answer sent');
      void onAnswered();
    },
  });
  return (
    <form onSubmit={onSubmit} onChange={onTyped} noValidate aria-label={`Answer to ${title}`}>
      <Stack gap="sm">
        <ErrorBox error={problem} advice={ADVICE} />
        <Radio.Group label="Your answer" {...form.getInputProps('answer')}>
          <Stack gap="xs" mt="xs">
            {CHOICES.map((choice) => (
              <Radio key={choice.value} {...choice} />
            ))}
          </Stack>
        </Radio.Group>
        {chosen === 'PLANNED' && (
          <>
            <Textarea label="Plan" withAsterisk autosize minRows={3} maxRows={12} {...form.getInputProps('plan')} />
            <DayField label="Planned for" withAsterisk min={dayIn(0)} w={200} {...form.getInputProps('plannedFor')} />
          </>
        )}
        <Textarea
          label="Comment"
          description={`For ${organization}`}
          withAsterisk={chosen === 'DISAGREE'}
          maxLength={10_000}
          autosize
          minRows={2}
          maxRows={10}
          {...form.getInputProps('comment')}
        />
        <Group gap="xs">
          <Button type="submit" loading={isPending}>
            Send answer
          </Button>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
