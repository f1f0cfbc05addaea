import { getRouteApi } from '@tanstack/react-router';
import { useApiPages } from '../../api/hooks';
import { as, fromDay, listFilter, type Part, yesNo } from '../../app/list-filter';
import { Page } from '../../app/page';
import { usePermission } from '../../app/session';
import { AssessmentStatusBadge, ToneBadge } from '../../components/badges';
import { ControlFilter } from '../../components/control-select';
import { CsvButton } from '../../components/csv-button';
import { type Column, DataTable } from '../../components/data-table';
import { DateText } from '../../components/date-text';
import { EmptyState } from '../../components/empty-state';
import { DayFilter, FilterBar, SelectFilter, TextFilter } from '../../components/filter-bar';
import { NONE } from '../../components/format';
import { OpenQuery } from '../../components/open-query';
import { useTemplateOptions, VendorSelect } from '../../components/pickers';
import { SavedViews } from '../../components/saved-views';
import { AssessmentLink, QuestionLink, VendorLink } from '../../components/thing-links';
import { IconClipboardText } from '../../theme/icons';
import { AllAnswersDocument, type AllAnswersQuery, type AllAnswersQueryVariables } from './all-answers.generated';
import { Answer } from './answer';
import { expectedText, verdictTone } from './assessment-labels';

type Row = AllAnswersQuery['answers']['nodes'][number];

const route = getRouteApi('/app/answers');

/** An answer as people type it: yes and no are values of their own, numbers are numbers. */
const value: Part<string> = {
  fields: ['value'],
  write: (text) => ({ value: /^(yes|no)$/i.test(text) ? text.toUpperCase() : /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text }),
  read: ({ value: saved }) => (saved == null ? undefined : String(saved)),
};

const ANSWER_FILTER = listFilter<ReturnType<typeof route.useSearch>, NonNullable<AllAnswersQueryVariables['filter']>>({
  question: as('question'),
  control: as('controlCode'),
  template: as('templateId'),
  vendor: as('vendorId'),
  value,
  compliant: yesNo('isCompliant'),
  since: fromDay('since'),
});

const RESULTS = [
  { value: 'yes', label: 'Compliant' },
  { value: 'no', label: 'Not compliant' },
];

const COLUMNS: Column<Row>[] = [
  {
    key: 'question',
    kind: 'name',
    header: 'Question',
    render: ({ assessment, question }) => <QuestionLink assessmentId={assessment.id} question={question} />,
  },
  { key: 'vendor', header: 'Vendor', render: ({ assessment: { vendor } }) => <VendorLink vendor={vendor} /> },
  { key: 'answer', header: 'Answer', render: ({ question: { type, response } }) => <Answer type={type} response={response} /> },
  {
    key: 'result',
    kind: 'short',
    header: 'Result',
    render: ({ question: { response } }) => <ToneBadge tone={verdictTone(response?.isCompliant)} />,
  },
  {
    key: 'expected',
    header: 'Expected',
    isExtra: true,
    render: ({ question: { type, expectedAnswer } }) => expectedText(type, expectedAnswer),
  },
  { key: 'controls', header: 'Controls', isExtra: true, render: ({ question }) => question.controlCodes.join(', ') || NONE },
  { key: 'section', header: 'Section', isExtra: true, render: ({ question }) => question.section },
  { key: 'assessment', header: 'Assessment', render: ({ assessment }) => <AssessmentLink assessment={assessment} /> },
  {
    key: 'status',
    kind: 'short',
    header: 'Assessment status',
    isExtra: true,
    render: ({ assessment: { status } }) => <AssessmentStatusBadge status={status} />,
  },
  { key: 'template', header: 'Questionnaire', isExtra: true, render: ({ assessment: { templateName } }) => templateName ?? NONE },
  { key: 'answered', kind: 'short', header: 'Answered', render: ({ answeredAt }) => <DateText value={answeredAt} /> },
];

/** The answers of all assessments. */
export function AllAnswersPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<typeof search>) => void navigate({ search: (old) => ({ ...old, ...next }), replace: true });
  const { question, control, template, vendor, value: answer, compliant, since, columns } = search;
  const seesVendors = usePermission('vendors:view');
  const templates = useTemplateOptions(template);
  const variables = { filter: ANSWER_FILTER.filterOf(search) };
  const pages = useApiPages(AllAnswersDocument, variables, ({ answers }) => answers);
  const isFiltered = ANSWER_FILTER.isSet(search);
  return (
    <Page
      title="Answers"
      about="What vendors answered, across all assessments, newest first"
      actions={
        <>
          <OpenQuery operation={AllAnswersDocument} variables={variables} />
          <SavedViews
            list="ANSWERS"
            filter={ANSWER_FILTER}
            search={search}
            onOpen={(next, replace) => void navigate({ search: next, replace })}
          />
          <CsvButton pages={pages} />
        </>
      }
    >
      <FilterBar onClear={isFiltered ? () => void navigate({ search: { columns } }) : undefined}>
        <TextFilter label="Question text" value={question} onChange={(text) => change({ question: text })} />
        <TextFilter label="Exact answer" value={answer} onChange={(text) => change({ value: text })} width={150} />
        <SelectFilter label="Result" options={RESULTS} value={compliant} onChange={(chosen) => change({ compliant: chosen })} />
        <ControlFilter value={control} onChange={(code) => change({ control: code })} />
        {(templates.length > 0 || template) && (
          <SelectFilter label="Questionnaire" options={templates} value={template} onChange={(id) => change({ template: id })} />
        )}
        {seesVendors && (
          <VendorSelect
            aria-label="Vendor"
            clearable
            value={vendor ?? null}
            onChange={(id) => change({ vendor: id ?? undefined })}
            w={{ base: '48%', sm: 170 }}
          />
        )}
        <DayFilter label="Answered since" value={since} onChange={(day) => change({ since: day })} />
      </FilterBar>
      <DataTable
        noun="answer"
        columns={COLUMNS}
        pages={pages}
        search={search}
        onSearch={(next) => change(next as typeof search)}
        empty={
          isFiltered ? (
            <EmptyState title="No answer matches" icon={IconClipboardText}>
              Change or clear the filters above.
            </EmptyState>
          ) : (
            <EmptyState title="No answers yet" icon={IconClipboardText}>
              Answers appear here as vendors fill in their questionnaires.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
