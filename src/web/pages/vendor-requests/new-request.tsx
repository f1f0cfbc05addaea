import { Button, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { shownQuestions } from '../../../domains/assessment/answers.rules';
import { ApiError, sentence } from '../../api/error';
import { useFormMutation } from '../../api/form';
import { useApiQuery } from '../../api/hooks';
import { Page } from '../../app/page';
import { Card } from '../../components/card';
import { ErrorBox } from '../../components/error-box';
import { AnchorLink, ButtonLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { notify } from '../../components/notify';
import { AskedQuestion } from '../portal/asked-question';
import {
  CreateVendorRequestDocument,
  SimilarVendorsDocument,
  VendorRequestFormDocument,
  type VendorRequestFormQuery,
} from './new-request.generated';
import { Similar } from './similar';

type Form = NonNullable<VendorRequestFormQuery['vendorRequestForm']>;
type Question = Form['questions'][number];

export function NewVendorRequestPage() {
  const query = useApiQuery(VendorRequestFormDocument, {});
  return (
    <Page
      title="Request a vendor"
      about="The people who decide are notified, and you hear what they decide."
      above={
        <AnchorLink to="/vendor-requests" size="sm">
          Vendor requests
        </AnchorLink>
      }
    >
      <Loaded query={query}>{({ vendorRequestForm }) => <RequestForm form={vendorRequestForm} />}</Loaded>
    </Page>
  );
}

const EMPTY = { name: '', contactEmail: '', contactName: '', website: '', reason: '' };

function RequestForm({ form: shown }: { form: Form | null }) {
  // A new version of the form mustn't take away what is being written.
  const [asked] = useState(shown);
  const navigate = useNavigate();
  const form = useForm({ initialValues: EMPTY });
  const [answers, setAnswers] = useState<ReadonlyMap<string, unknown>>(new Map());
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  const questions = visibleOf(asked?.questions ?? [], answers);
  const given = questions.filter(({ id }) => answers.get(id) != null);
  const { onSubmit, isPending, problem } = useFormMutation(form, CreateVendorRequestDocument, {
    variables: ({ name, contactEmail, contactName, website, reason }) => ({
      input: {
        name,
        contactEmail,
        contactName: contactName || null,
        website: website || null,
        reason: reason || null,
        templateId: asked?.templateId,
        answers: given.map(({ id }) => ({ questionId: id, value: answers.get(id) })),
      },
    }),
    onError: (error) => {
      const found = faultsIn(
        error,
        given.map(({ id }) => id),
      );
      flushSync(() => setFaults(found));
      const first = questions.find(({ id }) => found.has(id));
      if (first) document.getElementById(`question-${first.id}`)?.focus();
    },
    onSuccess: ({ createVendorRequest: { request } }) => {
      notify(`${request.name} requested`);
      void navigate({ to: '/vendor-requests', search: { request: request.id } });
    },
  });
  const answer = (id: string, value: unknown) => {
    setAnswers((old) => new Map(old).set(id, value));
    setFaults((old) => new Map([...old].filter(([of]) => of !== id)));
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md" maw={900}>
        <ErrorBox error={problem} />
        <Card title="Vendor">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput label="Name" withAsterisk autoFocus {...form.getInputProps('name')} />
            <TextInput label="Website" inputMode="url" {...form.getInputProps('website')} />
            <TextInput label="Contact e-mail" withAsterisk type="email" {...form.getInputProps('contactEmail')} />
            <TextInput label="Contact name" {...form.getInputProps('contactName')} />
          </SimpleGrid>
          <SimilarWhileTyping {...form.getValues()} />
          <Textarea
            label="Reason"
            placeholder="What do you need it for?"
            autosize
            minRows={2}
            maxRows={10}
            {...form.getInputProps('reason')}
          />
        </Card>
        {asked?.introduction && (
          <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
            {asked.introduction}
          </Text>
        )}
        {[...Map.groupBy(questions, ({ section }) => section)].map(([section, some]) => (
          <Card key={section} title={section}>
            <Stack gap="lg">
              {some.map((question) => (
                <AskedQuestion
                  key={question.id}
                  id={`question-${question.id}`}
                  question={question}
                  value={answers.get(question.id) ?? null}
                  fault={faults.get(question.id)}
                  onChange={(value) => answer(question.id, value)}
                />
              ))}
            </Stack>
          </Card>
        ))}
        <Group gap="xs">
          <Button type="submit" loading={isPending}>
            Send request
          </Button>
          <ButtonLink to="/vendor-requests" variant="default">
            Cancel
          </ButtonLink>
        </Group>
      </Stack>
    </form>
  );
}

/** The questions that the answers so far lead to, by the rules of the portal. */
function visibleOf(questions: readonly Question[], answers: ReadonlyMap<string, unknown>): Question[] {
  const visible = shownQuestions(questions, (id) => ({ value: answers.get(id) ?? null, isNotApplicable: false, evidenceCount: 0 }));
  return questions.filter(({ id }) => visible.has(id));
}

/** What the server says about answers, by question: "answers.2.value" is the third one sent, "questions.<id>" is missing. */
function faultsIn(error: unknown, sent: readonly string[]): Map<string, string> {
  const fields = Object.entries(error instanceof ApiError ? error.fields : {});
  const found = fields.flatMap(([path, message]): [string, string][] => {
    const missing = /^questions\.(.+)$/.exec(path)?.[1];
    if (missing) return [[missing, 'Required']];
    const id = sent[Number(/^answers\.(\d+)\./.exec(path)?.[1] ?? NaN)];
    return id ? [[id, sentence(message.replace(/^“.*” /, ''))]] : [];
  });
  return new Map(found);
}

const TYPING_MS = 300;
const isAddress = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

function SimilarWhileTyping({ name, website, contactEmail }: { name: string; website: string; contactEmail: string }) {
  const [typed] = useDebouncedValue([name.trim(), website.trim(), contactEmail.trim()].join('\n'), TYPING_MS);
  const [called = '', site, address = ''] = typed.split('\n');
  const { data } = useApiQuery(
    SimilarVendorsDocument,
    { name: called, website: site || null, contactEmail: isAddress(address) ? address : null },
    { enabled: called !== '', keepPrevious: true },
  );
  return called === '' ? null : <Similar vendors={data?.similarVendors ?? []} title="You may already have this vendor" />;
}
