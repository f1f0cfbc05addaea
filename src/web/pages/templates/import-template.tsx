import '../../api/no-eval';
import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { templateFile } from '../../../domains/template/template.rules';
import { ApiError } from '../../api/error';
import { useApiMutation } from '../../api/hooks';
import { Page } from '../../app/page';
import { Card } from '../../components/card';
import { EmptyState } from '../../components/empty-state';
import { ErrorBox } from '../../components/error-box';
import { type Fault, FaultList } from '../../components/fault-list';
import { FileDrop } from '../../components/file-drop';
import { many } from '../../components/format';
import { JsonFault, jsonLines, lineOf, notJson, parseJson } from '../../components/json-lines';
import { AnchorLink } from '../../components/link';
import { notify } from '../../components/notify';
import { readText, UNREADABLE } from '../../components/read-text';
import { editedTemplate } from './document';
import { Outline } from './outline';
import { ImportTemplateDocument } from './templates.generated';
import { countText } from './question-labels';

export function ImportTemplatePage() {
  const navigate = useNavigate();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [isUnreadable, setUnreadable] = useState(false);
  const read = useDeferredValue(text);
  const { document, value, faults } = useMemo(() => readFile(read), [read]);
  const send = useApiMutation(ImportTemplateDocument, {
    onSuccess: ({ importTemplate: { template, unmappedControlCodes: unmapped } }) => {
      const rest =
        unmapped.length > 0 ? ` ${many(unmapped.length, 'control code')} will be mapped once you import a framework that has it.` : '';
      notify(`“${template.name}” imported as a draft.${rest}`);
      void navigate({ to: '/templates/$templateId', params: { templateId: template.id } });
    },
  });
  // The server's errors are shown in the same way.
  const refused = send.error instanceof ApiError ? placed(send.error.fields, text, /^template\.?/) : [];

  const take = async (file: File) => {
    send.reset();
    const content = await readText(file);
    setUnreadable(content === undefined);
    setText(content ?? '');
  };
  const showLine = (line: number) => selectLine(field.current!, line);
  return (
    <Page
      title="Import a template"
      about="A questionnaire in JSON, as exported from a template"
      above={
        <AnchorLink to="/templates" size="sm">
          Templates
        </AnchorLink>
      }
    >
      <Stack gap="md">
        <FileDrop accept="application/json,.json" hint="or drop it here, or paste its contents below" onFile={(file) => void take(file)}>
          <Textarea
            ref={field}
            label="Template as JSON"
            value={text}
            onChange={({ currentTarget }) => {
              send.reset();
              setUnreadable(false);
              setText(currentTarget.value);
            }}
            rows={10}
            spellCheck={false}
            styles={{
              input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 'var(--mantine-font-size-xs)', whiteSpace: 'pre' },
            }}
          />
        </FileDrop>
        <FaultList faults={isUnreadable ? [UNREADABLE] : faults.length > 0 ? faults : refused} onLine={showLine} />
        {refused.length === 0 && <ErrorBox error={send.error} />}
        {document && (
          <Card
            title={document.name}
            link={
              <Button loading={send.isPending} onClick={() => send.mutate({ input: { template: value } })}>
                Import as draft
              </Button>
            }
          >
            <Text size="sm" c="dimmed" role="status">
              {many(document.sections.length, 'section')}, {countText(document.sections)}
            </Text>
            {document.description && <Text size="sm">{document.description}</Text>}
            <Outline sections={document.sections} />
          </Card>
        )}
        {text === '' && !isUnreadable && (
          <EmptyState title="Nothing to import yet">You’ll see the contents of the file here before anything is imported.</EmptyState>
        )}
      </Stack>
    </Page>
  );
}

/** The parsed text, checked by the server's rules. */
function readFile(text: string) {
  if (text.trim() === '') return { faults: [] };
  try {
    const value = parseJson(text);
    const { data, error } = templateFile.safeParse(value);
    if (!data) return { faults: placed(Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message])), text) };
    return { document: preview(data), value, faults: [] };
  } catch (error) {
    if (error instanceof JsonFault) return { faults: [{ line: error.line, message: notJson(text, error) }] };
    throw error;
  }
}

/** The file in the shape that the outline needs: questions are identified by position. */
function preview({ name, description, kind, introduction, sections }: ReturnType<typeof templateFile.parse>) {
  return editedTemplate({
    name,
    description: description ?? null,
    kind: kind ?? 'QUESTIONNAIRE',
    introduction: introduction ?? null,
    sections: sections.map(({ title, questions }, s) => ({
      id: `s${s + 1}`,
      title,
      questions: questions.map(({ controlCodes, ...question }, q) => ({
        ...question,
        id: `s${s + 1}q${q + 1}`,
        unmappedControlCodes: controlCodes,
        controls: [],
      })),
    })),
  });
}

function placed(fields: Readonly<Record<string, string>>, text: string, before = /^/): Fault[] {
  const lines = jsonLines(text);
  return Object.entries(fields).map(([full, message]) => {
    const path = full.replace(before, '');
    return { line: lineOf(lines, path), place: placeText(path), message };
  });
}

/** "sections.1.questions.2.options" to "Section 2, question 3, options". */
function placeText(path: string): string {
  const words = path
    .replace(/^sections\.(\d+)\.?/, (_, s: string) => `Section ${Number(s) + 1}, `)
    .replace(/(^|, )questions\.(\d+)\.?/, (_, start: string, q: string) => `${start}question ${Number(q) + 1}, `)
    .replaceAll('.', ' ')
    .replace(/, $/, '');
  return words || 'The file';
}

function selectLine(field: HTMLTextAreaElement, line: number): void {
  const lines = field.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  field.focus();
  field.setSelectionRange(start, start + lines[line - 1]!.length);
  field.scrollTop = (field.scrollHeight / lines.length) * Math.max(0, line - 4);
}
