import { Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useApiPages } from '../../api/hooks';
import { useMoment } from '../../api/moment';
import { NoPast, Page } from '../../app/page';
import { DueDay } from '../../components/due-day';
import { EmptyState } from '../../components/empty-state';
import { ErrorBox } from '../../components/error-box';
import { FilterBar, SelectFilter } from '../../components/filter-bar';
import { count, many } from '../../components/format';
import { AnchorLink } from '../../components/link';
import { Loading } from '../../components/loaded';
import { OpenQuery } from '../../components/open-query';
import { VendorLink } from '../../components/thing-links';
import { IconCircleCheck } from '../../theme/icons';
import { SEVERITIES } from '../../theme/tones';
import { MyWorkDocument, type MyWorkQuery } from './my-work.generated';
import classes from './my-work.module.css';
import { DUE_LABELS, DUES, KIND_LABELS, WORK_KINDS } from './work-labels';
import { linkTo } from './work-links';

const route = getRouteApi('/app/my-work');

type Work = MyWorkQuery['myWork'];
type Item = Work['items']['nodes'][number];

export function MyWorkPage() {
  const isPast = useMoment() !== undefined;
  return (
    <Page title="My work" about="What needs your attention, what to do next and by when" actions={!isPast && <Query />}>
      {isPast ? <NoPast>My work can’t be shown as of a past date.</NoPast> : <Work />}
    </Page>
  );
}

function useVariables() {
  const { kind, due } = route.useSearch();
  return { kinds: kind && [kind], due };
}

function Query() {
  return <OpenQuery operation={MyWorkDocument} variables={useVariables()} />;
}

function Work() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { query, rows, totalCount, error, retry } = useApiPages(MyWorkDocument, useVariables(), ({ myWork }) => myWork.items);
  const work = query.data?.pages[0]?.myWork;
  if (error && !rows) return <ErrorBox error={error} onRetry={retry} />;
  if (!rows || !work) return <Loading lines={8} />;
  const { kind, due } = search;
  if (work.counts.total === 0) {
    return (
      <EmptyState icon={IconCircleCheck} title="You’re all caught up">
        Reviews, findings, tasks and renewals that you are responsible for appear here.
      </EmptyState>
    );
  }
  return (
    <Stack gap="md">
      <Dues counts={work.counts} />
      <FilterBar onClear={kind || due ? () => void navigate({ search: {} }) : undefined}>
        <SelectFilter
          label="Kind"
          options={kindOptions(work)}
          value={kind}
          onChange={(value) => void navigate({ search: (old) => ({ ...old, kind: value }), replace: true })}
        />
      </FilterBar>
      <Text size="sm" c="dimmed" role="status">
        {many(totalCount ?? rows.length, 'item')}
      </Text>
      {rows.length === 0 ? (
        <EmptyState title="Nothing matches">Change or clear the filters above.</EmptyState>
      ) : (
        DUES.map((one) => <DueGroup key={one} due={one} items={rows.filter((item) => item.due === one)} />)
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
          style={{ alignSelf: 'center' }}
        >
          Show more
        </Button>
      )}
    </Stack>
  );
}

function kindOptions({ byKind }: Work) {
  const counts = new Map(byKind.map(({ kind, count: number }) => [kind, number]));
  return WORK_KINDS.filter((kind) => counts.has(kind)).map((kind) => ({
    value: kind,
    label: `${KIND_LABELS[kind]} (${count(counts.get(kind)!)})`,
  }));
}

/** How much is due when; each leads to just that. */
function Dues({ counts }: { counts: Work['counts'] }) {
  const { kind, due: chosen } = route.useSearch();
  const numbers = { OVERDUE: counts.overdue, THIS_WEEK: counts.thisWeek, LATER: counts.later };
  return (
    <SimpleGrid cols={3} spacing="sm" component="nav" aria-label="By due date">
      {DUES.map((due) => (
        <AnchorLink
          key={due}
          to="/my-work"
          search={{ kind, due: due === chosen ? undefined : due }}
          replace
          underline="never"
          c="inherit"
          className={classes.tile}
          data-tone={due === 'OVERDUE' && counts.overdue > 0 ? 'overdue' : undefined}
          aria-current={due === chosen ? 'true' : undefined}
        >
          <Text size="sm" c="dimmed">
            {DUE_LABELS[due]}
          </Text>
          <Text size="xl" fw={600}>
            {count(numbers[due])}
          </Text>
        </AnchorLink>
      ))}
    </SimpleGrid>
  );
}

function DueGroup({ due, items }: { due: Item['due']; items: readonly Item[] }) {
  if (items.length === 0) return null;
  return (
    <section aria-label={DUE_LABELS[due]}>
      <Title order={2} size="h3" mb="xs">
        {DUE_LABELS[due]}
      </Title>
      <ul className={classes.list}>
        {items.map((item) => (
          <WorkItem key={`${item.kind} ${item.id}`} item={item} />
        ))}
      </ul>
    </section>
  );
}

function WorkItem({ item }: { item: Item }) {
  const { kind, title, nextStep, due, dueOn, vendor, finding } = item;
  const isAboutVendor = vendor?.name === title;
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <AnchorLink {...linkTo(item)} fw={600} className={classes.title}>
          {title}
        </AnchorLink>
        <Text size="sm">{nextStep}</Text>
        <Group gap={4} fz="xs" c="dimmed">
          {KIND_LABELS[kind]}
          {finding && ` · ${SEVERITIES[finding.severity].label}`}
          {vendor && !isAboutVendor && (
            <>
              {' · '}
              <VendorLink vendor={vendor} />
            </>
          )}
        </Group>
      </div>
      <Text size="sm" className={classes.due}>
        {dueOn ? <DueDay day={dueOn} isOverdue={due === 'OVERDUE'} /> : 'No date'}
      </Text>
    </li>
  );
}
