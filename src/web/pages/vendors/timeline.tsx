import { Button, Text, Timeline as Line } from '@mantine/core';
import { useState } from 'react';
import type { TimelineEventKind } from '../../api/enums.generated';
import { useApiQuery } from '../../api/hooks';
import { DateText } from '../../components/date-text';
import { EmptyState } from '../../components/empty-state';
import { Loaded } from '../../components/loaded';
import { AssessmentLink, FindingLink } from '../../components/thing-links';
import {
  type Icon,
  IconAlertTriangle,
  IconBuilding,
  IconCertificate,
  IconCircleCheck,
  IconClipboardCheck,
  IconClipboardText,
  IconClockX,
  IconSend,
} from '../../theme/icons';
import { VendorTimelineDocument } from './vendor.generated';

const KINDS: Record<TimelineEventKind, { label: string; icon: Icon }> = {
  VENDOR_CREATED: { label: 'Vendor created', icon: IconBuilding },
  ASSESSMENT_CREATED: { label: 'Assessment created', icon: IconClipboardText },
  ASSESSMENT_SENT: { label: 'Assessment issued', icon: IconSend },
  ASSESSMENT_SUBMITTED: { label: 'Answers submitted', icon: IconClipboardText },
  ASSESSMENT_COMPLETED: { label: 'Assessment completed', icon: IconClipboardCheck },
  FINDING_RAISED: { label: 'Finding raised', icon: IconAlertTriangle },
  FINDING_CLOSED: { label: 'Finding closed', icon: IconCircleCheck },
  REMEDIATION_SENT: { label: 'Finding sent to the vendor', icon: IconSend },
  REMEDIATION_ANSWERED: { label: 'Finding answered by the vendor', icon: IconClipboardText },
  CERTIFICATION_RECORDED: { label: 'Certification recorded', icon: IconCertificate },
  CERTIFICATION_EXPIRED: { label: 'Certification expired', icon: IconClockX },
  RESPONSIBILITY_COMPLETED: { label: 'Shared-responsibility task completed', icon: IconCircleCheck },
};

/** The order of events within the same minute, which is the precision of their times. */
const ORDER: readonly TimelineEventKind[] = ['VENDOR_CREATED', 'ASSESSMENT_CREATED', 'ASSESSMENT_SENT', 'ASSESSMENT_SUBMITTED'];

function newestFirst<Event extends { at: string; kind: TimelineEventKind }>(events: readonly Event[]): Event[] {
  const minuteOf = ({ at }: Event) => Math.floor(Date.parse(at) / 60_000);
  const rankOf = ({ kind }: Event) => (ORDER.includes(kind) ? ORDER.indexOf(kind) : ORDER.length);
  return events.toSorted((a, b) => minuteOf(b) - minuteOf(a) || rankOf(b) - rankOf(a));
}

const STEP = 20;
/** The server's limit. */
const MOST = 100;

export function Timeline({ vendorId }: { vendorId: string }) {
  const [first, setFirst] = useState(STEP);
  const query = useApiQuery(VendorTimelineDocument, { id: vendorId, first }, { keepPrevious: true });
  return (
    <Loaded query={query}>
      {({ vendor }) => {
        const events = newestFirst(vendor?.timeline ?? []);
        if (events.length === 0) return <EmptyState title="No activity yet" />;
        return (
          <>
            <Line bulletSize={26} lineWidth={2} active={events.length}>
              {events.map(({ at, kind, title, assessmentId, findingId }, i) => {
                const { label, icon: Icon } = KINDS[kind];
                return (
                  <Line.Item key={i} bullet={<Icon size={14} aria-hidden />} title={label}>
                    <Text size="sm">
                      {findingId ? (
                        <FindingLink finding={{ id: findingId, title }} />
                      ) : assessmentId ? (
                        <AssessmentLink assessment={{ id: assessmentId, title }} />
                      ) : (
                        title
                      )}
                    </Text>
                    <Text size="xs" c="dimmed">
                      <DateText value={at} withTime />
                    </Text>
                  </Line.Item>
                );
              })}
            </Line>
            {events.length === first && first < MOST && (
              <Button
                variant="default"
                size="xs"
                mt="md"
                loading={query.isFetching}
                onClick={() => setFirst(Math.min(MOST, first + 2 * STEP))}
              >
                Show earlier
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
